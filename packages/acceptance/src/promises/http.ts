/** The HTTP door. */
export const HTTP_PROMISES = {
  H01: "An agent's token has the agent's view, the same as on stdio: the approver is not there.",
  H02: "A human's token has the person's view: the agent's own servers are not there.",
  H03: "`/readyz` is 503 while no call could be decided or recorded.",
  H04: "Several gateways on one machine, of one agent too, stand side by side without a word about ports.",
  H05: "A call asked on stdio is approved over HTTP, and the record says who did it, where several people share a door.",
  H06: "A caller that is cut off while its call waits takes up where it was, and gets its result once; the call ran once.",
  H07: "The official conformance suite passes through the gateway, in front of a server whose names stay as they are.",
  H08: "A client nobody here wrote, MCP Inspector, lists and calls through the gateway, on stdio and over HTTP.",
} as const;

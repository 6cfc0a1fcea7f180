/** Servers that come and go at run time. */
export const MOUNT_PROMISES = {
  M01: "An agent that attaches a server asks first or is refused, in every mode but `open`.",
  M02: "A risky launch is put to a person whatever the policy says, every risk named.",
  M03: "A server is started with the exact words of its spec; no shell sees them.",
  M04: "Reserved names, taken names, dangerous variables, control characters and odd URLs are refused with one clear error, and nothing is wanted.",
  M05: "What was attached is there after a kill -9, what was detached is not; pinned servers and the product's own stay.",
  M06: "Detaching ends the server's calls in flight and cancels its asks; no approval revives them.",
  M07: "A secret of an attached server stands in the wish and in the call that made it, and is masked in states, events, logs, errors and all else that is stored.",
} as const;

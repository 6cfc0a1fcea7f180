// The child that is called: answers at once, so that what is measured is the way to it.
import { createInterface } from "node:readline";

const answers: Record<string, (params: { protocolVersion?: string; name?: string; arguments?: unknown }) => object> = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "echo-child", version: "1.0.0" },
  }),
  "tools/list": () => ({
    tools: [
      { name: "echo", description: "echoes", inputSchema: { type: "object" } },
      { name: "clock", description: "says when it was called", inputSchema: { type: "object" } },
    ],
  }),
  "tools/call": ({ name, arguments: args }) => ({
    content: [{ type: "text", text: name === "clock" ? String(Date.now()) : JSON.stringify(args) }],
  }),
  ping: () => ({}),
};

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    const answer = answers[method];
    if (id !== undefined && answer)
      process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: answer(params ?? {}) })}\n`);
  })
  .on("close", () => process.exit(0));

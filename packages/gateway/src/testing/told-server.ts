/** Source of an MCP server without dependencies. Its one tool, `tell`, tells with which arguments, folder and environment it was started. */
export const TOLD_SERVER = `
const answer = {
  initialize: () => ({ protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "told", version: "1" } }),
  "tools/list": () => ({ tools: [{ name: "tell", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }] }),
  "tools/call": () => ({
    content: [],
    structuredContent: { args: process.argv.slice(2), cwd: process.cwd(), env: process.env },
  }),
};
let rest = "";
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\\n");
  rest = lines.pop();
  for (const line of lines) {
    const { id, method } = JSON.parse(line);
    if (id === undefined) continue;
    process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result: answer[method]?.() ?? {} }) + "\\n");
  }
});
`;

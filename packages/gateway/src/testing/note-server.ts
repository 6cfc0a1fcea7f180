/** Source of an MCP server without dependencies. Its one tool, `write_file`, writes `content` to `path`. */
export const NOTE_SERVER = `
const { writeFileSync } = require("node:fs");
const answer = {
  initialize: () => ({ protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "notes", version: "1" } }),
  "tools/list": () => ({ tools: [{ name: "write_file", title: "Write a file", inputSchema: { type: "object" } }] }),
  "tools/call": ({ arguments: { path, content } }) => {
    writeFileSync(path, content);
    return { content: [{ type: "text", text: "written" }] };
  },
};
let rest = "";
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\\n");
  rest = lines.pop();
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) continue;
    process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result: answer[method]?.(params) ?? {} }) + "\\n");
  }
});
`;

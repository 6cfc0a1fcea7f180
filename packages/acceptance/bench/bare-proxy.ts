// The least a proxy on this SDK can be: no policy, no record, no names. The yardstick of the gated call.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { ResultSchema } from "@modelcontextprotocol/sdk/types.js";

const [command = "", ...args] = process.argv.slice(2);

const client = new Client({ name: "bare-proxy", version: "1.0.0" }, { capabilities: {} });
await client.connect(new StdioClientTransport({ command, args, stderr: "ignore" }));

const server = new Server(
  { name: "bare-proxy", version: "1.0.0" },
  { capabilities: client.getServerCapabilities() ?? {} },
);
server.fallbackRequestHandler = ({ method, params }) =>
  client.request({ method, ...(params === undefined ? {} : { params }) }, ResultSchema);
client.fallbackNotificationHandler = ({ method, params }) =>
  server.notification({ method, ...(params === undefined ? {} : { params }) });
server.onclose = () => void client.close().then(() => process.exit(0));
process.stdin.on("end", () => void server.close());
await server.connect(new StdioServerTransport());

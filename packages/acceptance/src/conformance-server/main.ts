import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { PROMPTS, promptMessages } from "./prompts.ts";
import { RESOURCES, readResource, TEMPLATES } from "./resources.ts";
import { callTool, TOOLS } from "./tools.ts";

/** The server that the official conformance suite wants to find, on stdio: it names every tool, prompt and resource. */
const server = new Server(
  { name: "conformance", version: "1.0.0" },
  { capabilities: { tools: {}, prompts: {}, resources: { subscribe: true }, logging: {}, completions: {} } },
);

server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS }));
server.setRequestHandler(CallToolRequestSchema, ({ params }, { _meta }) =>
  callTool(server, params, _meta?.progressToken),
);
server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: RESOURCES }));
server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: TEMPLATES }));
server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => readResource(params.uri));
server.setRequestHandler(SubscribeRequestSchema, () => ({}));
server.setRequestHandler(UnsubscribeRequestSchema, () => ({}));
server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: PROMPTS }));
server.setRequestHandler(GetPromptRequestSchema, ({ params }) => promptMessages(params.name, params.arguments ?? {}));
server.setRequestHandler(CompleteRequestSchema, () => ({
  completion: { values: ["paris"], total: 1, hasMore: false },
}));
server.setRequestHandler(SetLevelRequestSchema, () => ({}));

await server.connect(new StdioServerTransport());

import { setTimeout as pause } from "node:timers/promises";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { CallToolResult, ElicitRequestFormParams, ProgressToken, Tool } from "@modelcontextprotocol/sdk/types.js";
import { DEFAULTS, ENUMS, USER } from "./forms.ts";
import { embedded, image, text, WAV } from "./media.ts";

interface Call {
  server: Server;
  given: Record<string, unknown>;
  progressToken: ProgressToken | undefined;
}

const STEP_MS = 50;

const CALLS: Readonly<Record<string, (call: Call) => Promise<CallToolResult> | CallToolResult>> = {
  test_simple_text: () => ({ content: [text("This is a simple text response for testing.")] }),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }] }),
  test_embedded_resource: () => ({
    content: [embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")],
  }),
  test_multiple_content_types: () => ({
    content: [
      text("Multiple content types test:"),
      image,
      embedded("test://mixed-content-resource", "application/json", `{"test":"data","value":123}`),
    ],
  }),
  async test_tool_with_logging({ server }) {
    for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      await server.sendLoggingMessage({ level: "info", data });
      await pause(STEP_MS);
    }
    return { content: [text("logged")] };
  },
  async test_tool_with_progress({ server, progressToken }) {
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await server.notification({
          method: "notifications/progress",
          params: { progressToken, progress, total: 100 },
        });
      await pause(STEP_MS);
    }
    return { content: [text("done")] };
  },
  test_error_handling: () => ({
    isError: true,
    content: [text("This tool intentionally returns an error for testing")],
  }),
  async test_sampling({ server, given }) {
    const messages = [{ role: "user" as const, content: text(String(given.prompt)) }];
    const { content } = await server.createMessage({ messages, maxTokens: 100 });
    return { content: [text(`LLM response: ${JSON.stringify(content)}`)] };
  },
  test_elicitation: (call) => elicit(call, String(call.given.message), USER),
  test_elicitation_sep1034_defaults: (call) => elicit(call, "Please look at the defaults", DEFAULTS),
  test_elicitation_sep1330_enums: (call) => elicit(call, "Please choose", ENUMS),
  // The streams are the gateway's, not this server's: there is none to close here.
  test_reconnection: () => ({ content: [text("Reconnection test completed successfully.")] }),
  json_schema_2020_12_tool: () => ({ content: [text("ok")] }),
};

const string = { type: "string" };

const SCHEMAS: Readonly<Record<string, Tool["inputSchema"]>> = {
  test_sampling: { type: "object", properties: { prompt: string }, required: ["prompt"] },
  test_elicitation: { type: "object", properties: { message: string }, required: ["message"] },
  json_schema_2020_12_tool: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: { address: { type: "object", properties: { street: string, city: string } } },
    properties: { name: string, address: { $ref: "#/$defs/address" } },
    additionalProperties: false,
  },
};

export const TOOLS: Tool[] = Object.keys(CALLS).map((name) => ({
  name,
  description: `What the suite calls \`${name}\`.`,
  inputSchema: SCHEMAS[name] ?? { type: "object" },
}));

export async function callTool(
  server: Server,
  { name, arguments: given = {} }: { name: string; arguments?: Record<string, unknown> | undefined },
  progressToken: ProgressToken | undefined,
): Promise<CallToolResult> {
  const call = CALLS[name];
  if (call === undefined) throw new Error(`there is no tool ${name}`);
  return call({ server, given, progressToken });
}

async function elicit(
  { server }: Call,
  message: string,
  requestedSchema: ElicitRequestFormParams["requestedSchema"],
): Promise<CallToolResult> {
  const { action, content } = await server.elicitInput({ mode: "form", message, requestedSchema });
  return { content: [text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)] };
}

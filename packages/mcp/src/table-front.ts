import { RPC_ERRORS, WireError } from "@sallyport/contract/errors";
import { Fault } from "@sallyport/contract/faults";
import { isJsonObject, type JsonObject } from "@sallyport/contract/json";
import type { FrontSpec, RequestContext, RequestHandler } from "./front.ts";
import { refuseCursor } from "./one-page.ts";
import { serveResources } from "./served-resources.ts";
import type { ServedTable, ServedTool } from "./tool-table.ts";

/** One session over a table: make one for each front. Whoever opened the table closes it. */
export function tableFront(table: ServedTable): FrontSpec {
  const tools = new Map(table.tools.map((tool) => [tool.name, tool]));
  const resources = table.resources === undefined ? undefined : serveResources(table.resources);
  const { instructions } = table;
  const toolHandlers: Record<string, RequestHandler> = {
    "tools/list": async (params) => {
      refuseCursor(params);
      return { tools: table.tools.map(listed) };
    },
    "tools/call": (params, context) => callTool(tools, params, context),
  };
  return {
    info: table.info,
    capabilities: {
      ...(table.tools.length > 0 ? { tools: {} } : {}),
      ...(resources === undefined ? {} : { resources: { subscribe: true, listChanged: true } }),
    },
    ...(instructions === undefined ? {} : { instructions: async () => instructions }),
    handlers: { ...(table.tools.length > 0 ? toolHandlers : {}), ...resources?.handlers },
    ...(resources === undefined
      ? {}
      : {
          onOpen: resources.open,
          onInitialize: resources.watch,
          onClose: resources.close,
        }),
  };
}

function listed(tool: ServedTool): JsonObject {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  return { name, title, description, inputSchema, outputSchema, annotations };
}

async function callTool(
  tools: ReadonlyMap<string, ServedTool>,
  params: JsonObject,
  context: RequestContext,
): Promise<JsonObject> {
  const { name, arguments: args = {} } = params;
  if (typeof name !== "string") throw new WireError(RPC_ERRORS.invalidParams, "`name` must be a string");
  const tool = tools.get(name);
  if (tool === undefined) throw new WireError(RPC_ERRORS.invalidParams, `Tool ${name} not found`);
  if (!isJsonObject(args)) throw new WireError(RPC_ERRORS.invalidParams, "`arguments` must be an object");
  try {
    const structuredContent = await tool.call(args, context);
    return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { code, message, details } = error;
    const structuredContent = { error: { ...details, code, message } };
    return { isError: true, content: [{ type: "text", text: `${code}: ${message}` }], structuredContent };
  }
}

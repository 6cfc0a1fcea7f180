import { META_ERROR, RPC_ERRORS, WireError } from "@sallyport/contract/errors";
import { isJsonObject, type JsonObject, ownProperty } from "@sallyport/contract/json";
import type { RequestContext } from "@sallyport/mcp";
import { readArguments } from "../pipeline/arguments.ts";
import { mintCallId } from "../pipeline/call-id.ts";
import { GateCall } from "../pipeline/gate-call.ts";
import { passedMeta } from "../relay/ask-child.ts";
import type { Roof } from "../roof.ts";
import { reservedFor } from "../surface/exposed-names.ts";
import type { ToolEntry } from "../surface/tool-entry.ts";
import type { Session } from "./session.ts";

/** `tools/call`: from a name on the front through the pipeline to the child's answer. */
export async function callTool(
  roof: Roof,
  session: Session,
  params: JsonObject,
  request: RequestContext,
): Promise<JsonObject> {
  const { name } = params;
  if (typeof name !== "string") throw new WireError(RPC_ERRORS.invalidParams, "`name` must be a string");
  const entry = roof.surface.tools.get(name) ?? (await awaitTool(roof, name));
  const { args, json } = readArguments(params.arguments);
  const { principal, agent, interactive, denials } = roof.powers;
  const mode = await roof.mode();
  const call = new GateCall({
    id: mintCallId(),
    entry,
    args,
    argumentsJson: json,
    meta: passedMeta(params),
    session,
    request,
    context: {
      principal,
      agent,
      server: entry.mount.name,
      tool: entry.tool,
      safety: entry.safety,
      annotations: entry.annotations,
      mode,
      interactive,
      session: session.id,
    },
  });
  if (denials !== "result") return roof.pipeline.run(call);
  return roof.pipeline.run(call).catch((error: unknown) => asResult(error, entry));
}

/** The tool of a mount that is still starting. Throws as the protocol answers a tool that does not exist. */
async function awaitTool(roof: Roof, name: string): Promise<ToolEntry> {
  await roof.mounts.settled(roof.powers.limits.listWaitMs);
  const entry = roof.surface.tools.get(name);
  if (entry !== undefined) return entry;
  const reserved = reservedFor(name);
  if (reserved !== undefined) await tellRefused(roof, reserved, name);
  throw new WireError(RPC_ERRORS.invalidParams, `Tool ${name} not found`);
}

/** Somebody reached for a server of ours that is not in its view: answered like any unknown name, and remembered. */
async function tellRefused({ powers }: Roof, server: string, name: string): Promise<void> {
  await powers.store.events
    .append({
      agent: powers.agent,
      phase: "policy",
      action: "authz_denied",
      status: "denied",
      server,
      tool: name.slice(server.length + 1, 128),
    })
    .catch((error: unknown) => powers.log(`an event could not be recorded: ${String(error)}`));
}

/** A gate error for hosts that hide errors from the model. Everybody else's errors stay errors. */
function asResult(error: unknown, entry: ToolEntry): JsonObject {
  if (!(error instanceof WireError) || ownProperty(error.data, "sallyport_gate") !== true) throw error;
  return gateResult(error, entry);
}

/** Clients hold structured content against a tool's output schema, in an error too; where there is one, the facts go beside it. */
function gateResult({ code, message, data }: WireError, { shown }: ToolEntry): JsonObject {
  const reason = ownProperty(data, "reason");
  const text = `${message}: ${typeof reason === "string" ? reason : ""}`;
  const facts = { code, message, ...(isJsonObject(data) && { data }) };
  return {
    isError: true,
    content: [{ type: "text", text }],
    ...(shown.outputSchema === undefined ? { structuredContent: facts } : { _meta: { [META_ERROR]: facts } }),
  };
}

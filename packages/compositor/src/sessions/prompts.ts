import { RPC_ERRORS, WireError } from "@sallyport/contract/errors";
import { isJsonObject, type JsonObject, ownProperty } from "@sallyport/contract/json";
import type { RequestContext } from "@sallyport/mcp";
import type { Mount } from "../mounts/mount.ts";
import { askGuarded } from "../relay/ask-guarded.ts";
import type { Roof } from "../roof.ts";
import { resultOnFront, routeUri } from "../surface/resource-routes.ts";
import type { PromptEntry } from "../surface/surface.ts";
import { listPrompts } from "./lists.ts";
import type { Session } from "./session.ts";

export async function getPrompt(
  roof: Roof,
  session: Session,
  params: JsonObject,
  request: RequestContext,
): Promise<JsonObject> {
  const { mount, prompt } = await findPrompt(roof, params.name);
  const result = await askGuarded({ mount, session, request }, "prompts/get", { ...params, name: prompt });
  return resultOnFront(mount, result);
}

/** `completion/complete`: the reference, a prompt's name or a template's URI, is put back into the child's own words. */
export async function complete(
  roof: Roof,
  session: Session,
  params: JsonObject,
  request: RequestContext,
): Promise<JsonObject> {
  const { mount, ref } = await findReference(roof, params.ref);
  if (mount.child !== null && !mount.offers("completions"))
    throw new WireError(RPC_ERRORS.methodNotFound, "Method not found");
  return askGuarded({ mount, session, request }, "completion/complete", { ...params, ref });
}

async function findPrompt(roof: Roof, name: unknown): Promise<PromptEntry> {
  if (typeof name !== "string") throw new WireError(RPC_ERRORS.invalidParams, "`name` must be a string");
  const known = roof.surface.prompts.get(name);
  if (known !== undefined) return known;
  // A child may have added it without saying so.
  await listPrompts(roof);
  const found = roof.surface.prompts.get(name);
  if (found === undefined) throw new WireError(RPC_ERRORS.invalidParams, `Prompt ${name} not found`);
  return found;
}

async function findReference(roof: Roof, ref: unknown): Promise<{ mount: Mount; ref: JsonObject }> {
  if (isJsonObject(ref) && ref.type === "ref/prompt") {
    const { mount, prompt } = await findPrompt(roof, ref.name);
    return { mount, ref: { ...ref, name: prompt } };
  }
  const uri = ownProperty(ref, "uri");
  const found = typeof uri === "string" ? routeUri(roof.mounts, uri) : null;
  if (!isJsonObject(ref) || found === null)
    throw new WireError(RPC_ERRORS.invalidParams, "`ref` names no prompt and no resource template");
  return { mount: found.mount, ref: { ...ref, uri: found.uri } };
}

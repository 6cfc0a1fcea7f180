import { gateError, RPC_ERRORS, WireError } from "@sallyport/contract/errors";
import { type JsonObject, ownProperty } from "@sallyport/contract/json";
import type { RequestContext } from "@sallyport/mcp";
import type { Mount } from "../mounts/mount.ts";
import { askGuarded } from "../relay/ask-guarded.ts";
import type { Roof } from "../roof.ts";
import { resultOnFront, routeUri } from "../surface/resource-routes.ts";
import type { Session } from "./session.ts";

export async function readResource(
  roof: Roof,
  session: Session,
  params: JsonObject,
  request: RequestContext,
): Promise<JsonObject> {
  const { mount, uri } = await route(roof, params.uri);
  const result = await askGuarded({ mount, session, request }, "resources/read", { ...params, uri });
  return resultOnFront(mount, result);
}

export async function subscribe(
  roof: Roof,
  session: Session,
  params: JsonObject,
  request: RequestContext,
): Promise<JsonObject> {
  const { mount, uri } = await route(roof, params.uri);
  if (!canSubscribe(mount)) throw unsupported("resources_subscribe_unsupported", mount, params.uri);
  return roof.subscriptions.add(mount, uri, session, () =>
    askGuarded({ mount, session, request }, "resources/subscribe", { ...params, uri }),
  );
}

export async function unsubscribe(
  roof: Roof,
  session: Session,
  params: JsonObject,
  request: RequestContext,
): Promise<JsonObject> {
  const { mount, uri } = await route(roof, params.uri);
  if (!canSubscribe(mount)) throw unsupported("resources_unsubscribe_unsupported", mount, params.uri);
  if (!roof.subscriptions.remove(mount, uri, session)) return {};
  return askGuarded({ mount, session, request }, "resources/unsubscribe", { ...params, uri });
}

async function route(roof: Roof, uri: unknown): Promise<{ mount: Mount; uri: string }> {
  if (typeof uri !== "string") throw new WireError(RPC_ERRORS.invalidParams, "`uri` must be a string");
  const early = routeUri(roof.mounts, uri);
  if (early === null || early.mount.child === null)
    await (early?.mount ?? roof.mounts).settled(roof.powers.limits.listWaitMs);
  const found = routeUri(roof.mounts, uri);
  if (found === null || (found.mount.child !== null && !found.mount.offers("resources")))
    throw new WireError(RPC_ERRORS.resourceNotFound, "Resource not found", { uri });
  return found;
}

function canSubscribe(mount: Mount): boolean {
  // One that is down says so itself, when it is asked.
  if (mount.child === null) return true;
  const { capabilities } = mount.child.initialize;
  return ownProperty(ownProperty(capabilities, "resources"), "subscribe") === true;
}

function unsupported(
  name: "resources_subscribe_unsupported" | "resources_unsubscribe_unsupported",
  mount: Mount,
  uri: unknown,
): WireError {
  const type = name === "resources_subscribe_unsupported" ? "resources/subscribe" : "resources/unsubscribe";
  const reason = `server \`${mount.name}\` does not offer subscriptions`;
  return gateError(name, { type, name: String(uri), server: mount.name, tool: "", reason }, { uri });
}

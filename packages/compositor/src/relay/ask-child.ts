import { WireError } from "@sallyport/contract/errors";
import { isJsonObject, type JsonObject } from "@sallyport/contract/json";
import { visibleReason } from "@sallyport/contract/visible-text";
import { ConnectionError, type RequestContext, type RequestOptions } from "@sallyport/mcp";
import type { Mount } from "../mounts/mount.ts";
import type { Session } from "../sessions/session.ts";

/** Codes the SDK family uses for what happened on the way; never a child's own words (see the package's README). */
export const ON_THE_WAY = { closed: -32000, timedOut: -32001 } as const;

/** How long a request waits for a child that is being started again, in milliseconds. */
const COMING_BACK_MS = 5_000;

/** For whom a child is asked, and about what. */
export interface Asking {
  mount: Mount;
  session: Session;
  request: RequestContext;
  /** The child's own name of the tool, where one is called. */
  tool?: string;
}

/** Sends a request of a client's to a child: progress and cancellation pass both ways, the child's errors unchanged. */
export async function askChild(asking: Asking, method: string, params: JsonObject): Promise<JsonObject> {
  const { mount, session, request } = asking;
  const inFlight = { session, client: request.client };
  try {
    const child = mount.child ?? (await mount.reach(COMING_BACK_MS));
    mount.inFlight.add(inFlight);
    return await child.request(method, params, requestOptions(asking));
  } catch (error) {
    if (error instanceof ConnectionError) throw onTheWay(asking, error);
    throw error;
  } finally {
    mount.inFlight.delete(inFlight);
  }
}

/** Waits a moment for a child that is being started again. Throws what the caller of a dead server gets. */
export async function reachChild(asking: Asking): Promise<void> {
  try {
    await asking.mount.reach(COMING_BACK_MS);
  } catch (error) {
    if (error instanceof ConnectionError) throw onTheWay(asking, error);
    throw error;
  }
}

/** The client's `_meta` as a child gets it: all of it but the progress token, for the child hears one of ours. */
export function passedMeta(params: JsonObject): JsonObject | undefined {
  const { _meta } = params;
  if (!isJsonObject(_meta)) return undefined;
  if (!Object.hasOwn(_meta, "progressToken")) return _meta;
  const { progressToken: _, ...rest } = _meta;
  return rest;
}

function requestOptions({ mount, request }: Asking): RequestOptions {
  const options: RequestOptions = { signal: request.signal };
  if (mount.timeoutMs !== undefined) options.timeoutMs = mount.timeoutMs;
  const { progressToken, client } = request;
  if (progressToken !== undefined)
    options.onProgress = (progress) => {
      if (!mount.talk.take()) return;
      void client.notify("notifications/progress", { ...progress, progressToken }).catch(() => {});
    };
  return options;
}

function onTheWay({ mount, tool }: Asking, error: ConnectionError): WireError {
  const isTimeout = error.fault === "timed_out";
  const data = {
    server: mount.name,
    ...(tool !== undefined && { tool }),
    reason: visibleReason(mount.mask.text(error.message)),
    ...(isTimeout && { error: "E_TIMEOUT" }),
  };
  if (isTimeout) return new WireError(ON_THE_WAY.timedOut, `server \`${mount.name}\` did not answer in time`, data);
  const message = mount.child === null ? "is not running" : "closed during the call";
  return new WireError(ON_THE_WAY.closed, `server \`${mount.name}\` ${message}`, data);
}

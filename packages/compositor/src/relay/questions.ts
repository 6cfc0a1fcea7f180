import { GATE_ERRORS, RPC_ERRORS, WireError } from "@sallyport/contract/errors";
import { isJsonObject, type JsonObject, ownProperty } from "@sallyport/contract/json";
import { ConnectionError, type Peer } from "@sallyport/mcp";
import type { Mount } from "../mounts/mount.ts";
import type { Session } from "../sessions/session.ts";
import { ON_THE_WAY } from "./ask-child.ts";

/** What a client must have declared before a child may ask it. */
const NEEDED: Readonly<Record<string, string>> = {
  "sampling/createMessage": "sampling",
  "elicitation/create": "elicitation",
  "roots/list": "roots",
};

interface Asked {
  session: Session;
  client: Peer;
}

/** Questions one child may have open: a client answers them one by one, and each is held until it did. */
const MOST_OPEN = 64;

/**
 * Takes a child's question to the session whose call it belongs to: the only one with a request at that child, or the only
 * session there is. Anything else would be a guess, so it is refused. Code in this process is nobody to ask.
 */
export async function relayQuestion(
  mount: Mount,
  sessions: ReadonlySet<Session>,
  { method, params, signal }: { method: string; params: JsonObject; signal: AbortSignal },
): Promise<JsonObject> {
  if (method === "ping") return {};
  const capability = Object.hasOwn(NEEDED, method) ? NEEDED[method] : undefined;
  if (capability === undefined) throw new WireError(RPC_ERRORS.methodNotFound, "Method not found");
  const asked = whoIsAsked(mount, sessions);
  if (asked === null)
    throw new WireError(RPC_ERRORS.invalidRequest, "it is not clear whose call this question belongs to");
  if (mount.openQuestions >= MOST_OPEN) throw new WireError(GATE_ERRORS.busy, `${MOST_OPEN} questions are open`);
  mount.openQuestions += 1;
  try {
    return await ask(mount, asked, { method, params, signal, capability });
  } finally {
    mount.openQuestions -= 1;
  }
}

async function ask(
  mount: Mount,
  asked: Asked,
  {
    method,
    params,
    signal,
    capability,
  }: { method: string; params: JsonObject; signal: AbortSignal; capability: string },
): Promise<JsonObject> {
  // A child may ask while its own start is still under way, and the client's `initialize` with it.
  await Promise.race([asked.session.ready, aborted(signal)]);
  signal.throwIfAborted();
  if (ownProperty(asked.session.capabilities, capability) === undefined)
    throw new WireError(RPC_ERRORS.methodNotFound, `the client did not declare \`${capability}\``);
  const { params: passed, onProgress } = withoutToken(mount, params);
  try {
    return await asked.client.request(method, passed, { signal, ...(onProgress && { onProgress }) });
  } catch (error) {
    if (error instanceof ConnectionError) throw new WireError(ON_THE_WAY.closed, "the client is gone");
    throw error;
  }
}

function whoIsAsked(mount: Mount, sessions: ReadonlySet<Session>): Asked | null {
  let asked: Asked | null = null;
  for (const inFlight of mount.inFlight) {
    if (inFlight.session.kind === "host") continue;
    if (asked !== null && asked.session !== inFlight.session) return null;
    asked = inFlight;
  }
  if (asked !== null) return asked;
  const [only, ...others] = [...sessions].filter(({ kind }) => kind === "client");
  return only === undefined || others.length > 0 ? null : { session: only, client: only.front };
}

function aborted(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}

/** The child's own progress token stays with us: what the client tells is passed on under it. */
function withoutToken(mount: Mount, params: JsonObject) {
  const progressToken = ownProperty(params._meta, "progressToken");
  if (progressToken === undefined || !isJsonObject(params._meta)) return { params };
  const { progressToken: _, ...meta } = params._meta;
  const onProgress = (progress: object) =>
    void mount.child?.notify("notifications/progress", { ...progress, progressToken }).catch(() => {});
  return { params: { ...params, _meta: meta }, onProgress };
}

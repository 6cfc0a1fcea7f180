import type { JsonObject } from "@sallyport/contract/json";
import { type Child, type ChildSpec, connectChild } from "@sallyport/mcp";
import { VERSION } from "./version.ts";

const INITIALIZE_MS = 10_000;
/** A connection that is cut without a word is noticed after this time, in milliseconds. */
const HEARTBEAT_MS = 30_000;

/** Where the compositor is. Throws where the text is no address to which a token may be sent. */
export function compositorAt(address: string | undefined, token: string | undefined): ChildSpec {
  if (address === undefined) throw new Error("no compositor; give `--compositor URL` or set SALLYPORT_COMPOSITOR");
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new Error("the compositor's address is no http or https URL; give the one its gateway shows");
  }
  if (url.username !== "" || url.password !== "") {
    throw new Error("the compositor's address has a password in it; put the token in SALLYPORT_TOKEN");
  }
  return { type: "http", url: url.href, headers: token ? { authorization: `Bearer ${token}` } : {} };
}

/** Connects to a compositor as a client that can do nothing for it. */
export async function connectCompositor(
  spec: ChildSpec,
  onNotification: (method: string, params: JsonObject) => void,
): Promise<Child> {
  const child = await connectChild(spec, {
    info: { name: "sallyport-resources", version: VERSION },
    capabilities: {},
    onNotification,
    initializeTimeoutMs: INITIALIZE_MS,
  });
  const heartbeat = setInterval(() => {
    child.request("ping", {}, { timeoutMs: HEARTBEAT_MS }).catch(() => child.close());
  }, HEARTBEAT_MS).unref();
  void child.closed.then(() => clearInterval(heartbeat));
  return child;
}

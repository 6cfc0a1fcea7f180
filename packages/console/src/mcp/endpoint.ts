import { LinkError } from "./messages.ts";

const PROTOCOL_VERSION = "2025-11-25";

/** What a session adds to each request of its own. */
export interface SessionHeaders {
  id: string;
  version: string;
}

/** The MCP endpoint as `fetch` reaches it; the cookie says who this is. */
export interface Endpoint {
  post(message: object, session: SessionHeaders | null, signal: AbortSignal): Promise<Response>;
  listen(session: SessionHeaders, lastEventId: string | null, signal: AbortSignal): Promise<Response>;
}

export const PROOF_HEADER = "sallyport-proof";
const DOOR_HEADER = "sallyport-door";
/** With the proof at hand, with another tab's, with one for this door. */
const MOST_TRIES = 3;

/** What shows, beside the cookie, that a request comes from a page that signed in. */
export interface Proof {
  /** Null before anybody signed in. */
  current(): string | null;
  /** After `refused` was refused by `door`: true where there is another one to show. */
  renew(refused: string, door: string | null): boolean;
}

/**
 * Makes an endpoint of a URL. Every failure to get a stream of events or a message is a `LinkError`.
 * @param signedIn nothing is sent before it answers
 */
export function createEndpoint(url: string, signedIn: () => Promise<Proof>): Endpoint {
  async function send(
    init: RequestInit & { headers: Record<string, string> },
    session: SessionHeaders | null,
    triesLeft = MOST_TRIES,
  ): Promise<Response> {
    const proof = await signedIn();
    const shown = proof.current() ?? "";
    const headers = new Headers({ ...init.headers, [PROOF_HEADER]: shown });
    headers.set("mcp-protocol-version", session?.version ?? PROTOCOL_VERSION);
    if (session !== null) headers.set("mcp-session-id", session.id);
    // Nothing comes from the browser's own store: somebody else may have had this address for a while.
    const asked = { ...init, headers, credentials: "same-origin", redirect: "error", cache: "no-store" } as const;
    const response = await fetch(url, asked).catch((error: unknown) => {
      throw new LinkError("unreachable", String(error));
    });
    if (response.ok) return response;
    await response.body?.cancel();
    // Refused before anything was done with it. A door that was opened since wants a proof of its own.
    const renews = response.status === 401 && triesLeft > 1;
    if (renews && proof.renew(shown, response.headers.get(DOOR_HEADER))) return send(init, session, triesLeft - 1);
    throw refusal(response.status);
  }

  return {
    post: (message, session, signal) =>
      send(
        {
          method: "POST",
          body: JSON.stringify(message),
          headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
          signal,
        },
        session,
      ),
    listen: (session, lastEventId, signal) =>
      send(
        {
          method: "GET",
          headers: {
            accept: "text/event-stream",
            ...(lastEventId !== null && { "last-event-id": lastEventId }),
          },
          signal,
        },
        session,
      ),
  };
}

/** What `initialize` asks for. */
export const INITIALIZE = {
  protocolVersion: PROTOCOL_VERSION,
  capabilities: {},
  clientInfo: { name: "sallyport-console", title: "Sallyport console", version: "0.0.0" },
};

function refusal(status: number): LinkError {
  if (status === 401 || status === 403) return new LinkError("signed_out", `the door answered ${status}`);
  if (status === 404 || status === 400) return new LinkError("gone", `the door answered ${status}`);
  return new LinkError("unreachable", `the door answered ${status}`);
}

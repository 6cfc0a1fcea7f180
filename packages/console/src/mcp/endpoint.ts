import { LinkError } from "./messages.ts";

const PROTOCOL_VERSION = "2025-11-25";

/** What a session adds to each request of its own. */
export interface SessionHeaders {
  id: string;
  version: string;
}

/** The MCP endpoint as `fetch` reaches it; the cookie says who this is. */
export interface Endpoint {
  post(message: object, session: SessionHeaders | null, signal?: AbortSignal): Promise<Response>;
  listen(session: SessionHeaders, lastEventId: string | null, signal: AbortSignal): Promise<Response>;
}

/**
 * Makes an endpoint of a URL. Every failure to get a stream of events or a message is a `LinkError`.
 * @param credentials headers of every request, beside the cookie; nothing is sent before it answers
 */
export function createEndpoint(url: string, credentials: () => Promise<Record<string, string>>): Endpoint {
  async function send(
    init: RequestInit & { headers: Record<string, string> },
    session: SessionHeaders | null,
  ): Promise<Response> {
    const headers = new Headers({ ...init.headers, ...(await credentials()) });
    headers.set("mcp-protocol-version", session?.version ?? PROTOCOL_VERSION);
    if (session !== null) headers.set("mcp-session-id", session.id);
    const response = await fetch(url, { ...init, headers, credentials: "same-origin", redirect: "error" }).catch(
      (error: unknown) => {
        throw new LinkError("unreachable", String(error));
      },
    );
    if (response.ok) return response;
    await response.body?.cancel();
    throw refusal(response.status);
  }

  return {
    post: (message, session, signal) =>
      send(
        {
          method: "POST",
          body: JSON.stringify(message),
          headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
          ...(signal && { signal }),
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

import type { IncomingMessage, ServerResponse } from "node:http";
import { RPC_ERRORS } from "@sallyport/contract/errors";
import type { Front, FrontTransport } from "../front.ts";
import type { RequestId, RpcMessage } from "../message-transport.ts";
import { HeldBytes } from "./held-bytes.ts";
import { HttpRefusal, writeRefusal } from "./http-refusal.ts";
import type { HttpSession } from "./http-session.ts";
import { HTTP_LIMITS, type HttpLimits } from "./limits.ts";
import { parsedWeight } from "./parsed-weight.ts";
import { declaredLength, readBody } from "./read-body.ts";
import { readPost } from "./read-post.ts";
import { sessionIdOf, wantAccepted, wantKnownVersion } from "./request-headers.ts";
import { type HttpIdentity, SessionTable } from "./session-table.ts";

export interface HttpFrontsOptions<Identity extends HttpIdentity> {
  /** Serves one new session. Called once for each; a transport is never shared. */
  open(transport: FrontTransport, identity: Identity): Promise<Front>;
  limits?: Partial<HttpLimits>;
  /** What `open` or the handling of a request threw; the client only hears "internal error". */
  onError?: (error: unknown) => void;
}

/** The MCP endpoint of an HTTP door: Streamable HTTP with sessions, resumable streams and caps on all of it. */
export interface HttpFronts<Identity extends HttpIdentity> {
  /** Takes one request to the endpoint. Never rejects; what is wrong is answered. */
  handle(request: IncomingMessage, response: ServerResponse, identity: Identity): Promise<void>;
  /** Ends the sessions of one identity. */
  endAllOf(identityId: string): void;
  /** Ends every session; resolves when whoever served them is done. */
  close(): Promise<void>;
}

/** Makes an endpoint. It listens nowhere: hand it the requests of a server that checked who sends them. */
export function createHttpFronts<Identity extends HttpIdentity>(
  options: HttpFrontsOptions<Identity>,
): HttpFronts<Identity> {
  const limits: HttpLimits = { ...HTTP_LIMITS, ...options.limits };
  const onError = options.onError ?? (() => {});
  const sessions = new SessionTable<Identity>({ limits, open: options.open, onError });
  const held = new HeldBytes(limits.heldBytes);
  const heart = setInterval(() => sessions.beat(), limits.beatMs).unref();

  function find(request: IncomingMessage, identity: Identity): HttpSession {
    const session = sessions.find(sessionIdOf(request), identity);
    wantKnownVersion(request);
    return session;
  }

  async function post(request: IncomingMessage, response: ServerResponse, identity: Identity): Promise<void> {
    wantAccepted(request, "application/json", "text/event-stream");
    const known = sessionIdOf(request) === undefined ? undefined : find(request, identity);
    const { text, bytes } = await read(request, identity);
    // Counted before it is parsed, and held until it is answered.
    const release = held.hold(identity.id, wantBearable(bytes + parsedWeight(text)));
    try {
      const { message, requestId } = readPost(request.headers, text);
      if (requestId !== null) sessions.wantRoomFor(requestId, identity);
      const session = known ?? openSession(message, requestId, identity);
      if (requestId !== null) {
        session.request(requestId, message, response, release);
        return;
      }
      session.tell(message);
    } catch (error) {
      release();
      throw error;
    }
    release();
    response.writeHead(202).end();
  }

  async function read(request: IncomingMessage, identity: Identity): Promise<{ text: string; bytes: number }> {
    const release = held.hold(identity.id, declaredLength(request, limits.bodyBytes));
    try {
      return await readBody(request, limits.bodyBytes);
    } finally {
      release();
    }
  }

  /** Throws `HttpRefusal` for what there would never be room for. */
  function wantBearable(weight: number): number {
    if (weight <= limits.heldBytes) return weight;
    throw new HttpRefusal(413, RPC_ERRORS.invalidRequest, "message of too many values refused");
  }

  function openSession(message: RpcMessage, requestId: RequestId | null, identity: Identity): HttpSession {
    if (message.method === "initialize" && requestId !== null) return sessions.open(requestId, identity);
    const words = "the header `Mcp-Session-Id` is missing: send `initialize` first";
    throw new HttpRefusal(400, RPC_ERRORS.invalidRequest, words, requestId);
  }

  async function route(request: IncomingMessage, response: ServerResponse, identity: Identity): Promise<void> {
    switch (request.method) {
      case "POST":
        return await post(request, response, identity);
      case "GET":
        wantAccepted(request, "text/event-stream");
        find(request, identity).listen(response, request.headers["last-event-id"]?.toString());
        return;
      case "DELETE":
        sessions.end(find(request, identity), "the client ended the session");
        response.writeHead(204).end();
        return;
      default:
        throw new HttpRefusal(405, RPC_ERRORS.invalidRequest, "send GET, POST or DELETE");
    }
  }

  return {
    async handle(request, response, identity) {
      try {
        await route(request, response, identity);
      } catch (error) {
        // The client left in the middle of its request.
        if (response.destroyed) return;
        if (!(error instanceof HttpRefusal)) onError(error);
        const internal = new HttpRefusal(500, RPC_ERRORS.internalError, "internal error");
        if (response.headersSent) response.destroy();
        else writeRefusal(response, error instanceof HttpRefusal ? error : internal);
        // What is left of the body is read over, or its sender would never come to read the refusal.
        request.resume();
      }
    },
    endAllOf: (identityId) => sessions.endAllOf(identityId),
    async close() {
      clearInterval(heart);
      await sessions.close();
    },
  };
}

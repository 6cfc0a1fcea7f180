import type { IncomingMessage, ServerResponse } from "node:http";
import { GATE_ERRORS, RPC_ERRORS, WireError } from "@sallyport/contract/errors";
import { AmbiguousMessage, readClientMessage } from "../client-message.ts";
import type { Front, FrontTransport } from "../front.ts";
import type { RequestId, RpcMessage } from "../message-transport.ts";
import { PROTOCOL_VERSIONS } from "../protocol-versions.ts";
import { HEADER_MISMATCH, headerMismatch } from "./header-mismatch.ts";
import { HttpRefusal, sessionNotFound, writeRefusal } from "./http-refusal.ts";
import { HttpSession } from "./http-session.ts";
import { HTTP_LIMITS, type HttpLimits } from "./limits.ts";
import { declaredLength, readBody } from "./read-body.ts";

/** Who sends a request, as its credentials say; the door has checked them before. */
export interface HttpIdentity {
  /** Two requests are of one identity when these are equal. */
  readonly id: string;
  /** False once the credential is over or taken back: the sessions made with it end at the next beat. */
  isValid(): boolean;
}

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
  end(identityId: string): void;
  /** Ends every session; resolves when whoever served them is done. */
  close(): Promise<void>;
}

interface OpenSession<Identity> {
  session: HttpSession;
  identity: Identity;
  front: Promise<Front | null>;
}

/** Makes an endpoint. It listens nowhere: hand it the requests of a server that checked who sends them. */
export function createHttpFronts<Identity extends HttpIdentity>(
  options: HttpFrontsOptions<Identity>,
): HttpFronts<Identity> {
  const limits: HttpLimits = { ...HTTP_LIMITS, ...options.limits };
  const sessions = new Map<string, OpenSession<Identity>>();
  const held = new Map<string, number>();
  const heart = setInterval(beat, limits.beatMs).unref();

  function beat(): void {
    for (const { session, identity } of sessions.values()) {
      if (!identity.isValid()) end(session, "the credential is over");
      else if (session.beat()) end(session, "nobody used the session");
    }
  }

  function end(session: HttpSession, detail: string): void {
    sessions.delete(session.id);
    session.end(detail);
  }

  async function post(request: IncomingMessage, response: ServerResponse, identity: Identity): Promise<void> {
    wantAccept(request, "application/json", "text/event-stream");
    const known = sessionIdOf(request) === undefined ? undefined : find(request, identity);
    const length = declaredLength(request, limits.bodyBytes);
    const release = hold(identity, length);
    try {
      const message = parsed(await readBody(request, limits.bodyBytes));
      const mismatch = headerMismatch(request.headers, message);
      if (mismatch !== null) throw new HttpRefusal(400, HEADER_MISMATCH, mismatch, idIn(message));
      const session = known ?? openSession(message, identity);
      if (message.method === undefined || message.id === undefined) {
        session.tell(message);
        response.writeHead(202).end();
        release();
        return;
      }
      const id = idIn(message);
      if (id === null || typeof message.method !== "string")
        throw new HttpRefusal(400, RPC_ERRORS.invalidRequest, "`id` must be a string or an integer", id);
      session.request(id, message, response, release);
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Counts what an identity makes us hold; the function it answers gives the bytes back, once. */
  function hold({ id }: Identity, bytes: number): () => void {
    const before = held.get(id) ?? 0;
    if (before + bytes > limits.heldBytes)
      throw new HttpRefusal(503, GATE_ERRORS.busy, "too much is being answered: repeat this in a moment");
    held.set(id, before + bytes);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (held.get(id) ?? 0) - bytes;
      if (left > 0) held.set(id, left);
      else held.delete(id);
    };
  }

  function find(request: IncomingMessage, identity: Identity): HttpSession {
    const id = sessionIdOf(request);
    if (id === undefined)
      throw new HttpRefusal(400, RPC_ERRORS.invalidRequest, "the header `Mcp-Session-Id` is missing");
    const open = sessions.get(id);
    // Another identity's session is none: whoever learnt its id learns nothing more.
    if (open === undefined || open.identity.id !== identity.id) throw sessionNotFound();
    const version = request.headers["mcp-protocol-version"];
    if (version !== undefined && !PROTOCOL_VERSIONS.includes(String(version))) throw unsupported(String(version));
    open.identity = identity;
    return open.session;
  }

  function openSession(message: RpcMessage, identity: Identity): HttpSession {
    if (message.method !== "initialize" || idIn(message) === null) {
      const words = "the header `Mcp-Session-Id` is missing: send `initialize` first";
      throw new HttpRefusal(400, RPC_ERRORS.invalidRequest, words, idIn(message));
    }
    makeRoom(identity);
    const session = new HttpSession(limits);
    const front = options.open(session, identity).catch((error: unknown) => {
      options.onError?.(error);
      session.send({
        jsonrpc: "2.0",
        id: message.id,
        error: { code: RPC_ERRORS.internalError, message: "internal error" },
      });
      end(session, "the session could not be opened");
      return null;
    });
    sessions.set(session.id, { session, identity, front });
    void front.then((opened) => opened?.closed).then(() => end(session, "closed by us"));
    return session;
  }

  /** A session nobody uses gives way to a new one; hosts leave theirs behind. */
  function makeRoom(identity: Identity): void {
    const own = [...sessions.values()].filter((open) => open.identity.id === identity.id);
    if (own.length < limits.sessionsPerIdentity && sessions.size < limits.sessions) return;
    const [idlest] = own
      .filter(({ session }) => !session.isInUse)
      .sort((left, right) => right.session.idleBeats - left.session.idleBeats);
    if (idlest === undefined) throw new HttpRefusal(503, GATE_ERRORS.busy, "too many sessions are open");
    end(idlest.session, "it gave way to a newer session");
  }

  async function route(request: IncomingMessage, response: ServerResponse, identity: Identity): Promise<void> {
    switch (request.method) {
      case "POST":
        return await post(request, response, identity);
      case "GET": {
        wantAccept(request, "text/event-stream");
        const lastEventId = request.headers["last-event-id"];
        find(request, identity).listen(response, lastEventId === undefined ? undefined : String(lastEventId));
        return;
      }
      case "DELETE":
        end(find(request, identity), "the client ended the session");
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
        if (!(error instanceof HttpRefusal)) options.onError?.(error);
        if (response.headersSent) {
          response.destroy();
          return;
        }
        const refusal =
          error instanceof HttpRefusal ? error : new HttpRefusal(500, RPC_ERRORS.internalError, "internal error");
        writeRefusal(response, refusal);
        // What is left of the body is read over, or its sender would never come to read the refusal.
        request.resume();
      }
    },
    end(identityId) {
      for (const { session, identity } of sessions.values())
        if (identity.id === identityId) end(session, "the credential is over");
    },
    async close() {
      clearInterval(heart);
      const fronts = await Promise.all([...sessions.values()].map(({ front }) => front));
      await Promise.all(fronts.map((front) => front?.close()));
    },
  };
}

/** What other servers answer too. */
const UNSUPPORTED_VERSION = -32000;

function sessionIdOf(request: IncomingMessage): string | undefined {
  const id = request.headers["mcp-session-id"];
  return id === undefined ? undefined : String(id);
}

function wantAccept(request: IncomingMessage, ...types: readonly string[]): void {
  const accept = request.headers.accept ?? "";
  if (accept.includes("*/*") || types.every((type) => accept.includes(type))) return;
  throw new HttpRefusal(406, RPC_ERRORS.invalidRequest, `the header \`Accept\` must have ${types.join(" and ")}`);
}

function parsed(text: string): RpcMessage {
  try {
    return readClientMessage(text);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    throw new HttpRefusal(400, error.code, error.message, error instanceof AmbiguousMessage ? error.id : null);
  }
}

function idIn({ id }: RpcMessage): RequestId | null {
  return typeof id === "string" || (typeof id === "number" && Number.isSafeInteger(id)) ? id : null;
}

/** In the words other servers have: clients of the next revision go by them when they fall back to ours. */
function unsupported(version: string): HttpRefusal {
  const words = `Bad Request: Unsupported protocol version: ${version.slice(0, 40)}`;
  return new HttpRefusal(400, UNSUPPORTED_VERSION, `${words} (supported versions: ${PROTOCOL_VERSIONS.join(", ")})`);
}

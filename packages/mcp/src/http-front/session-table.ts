import { GATE_ERRORS, RPC_ERRORS } from "@sallyport/contract/errors";
import type { Front, FrontTransport } from "../front.ts";
import type { RequestId } from "../message-transport.ts";
import { HttpRefusal, sessionNotFound } from "./http-refusal.ts";
import { HttpSession } from "./http-session.ts";
import type { HttpLimits } from "./limits.ts";
import { UnreadAnswers } from "./unread-answers.ts";

/** Who sends a request, as its credentials say; the door has checked them before. */
export interface HttpIdentity {
  /** Two requests are of one identity when these are equal. */
  readonly id: string;
  /** False once the credential is over or taken back: the sessions made with it end at the next beat. */
  isValid(): boolean;
}

interface OpenSession<Identity> {
  session: HttpSession;
  /** As the latest request showed it: a credential may have been renewed. */
  identity: Identity;
  front: Promise<Front | null>;
}

interface SessionPowers<Identity> {
  limits: HttpLimits;
  open(transport: FrontTransport, identity: Identity): Promise<Front>;
  onError: (error: unknown) => void;
}

/** Every session of an endpoint, each bound to the identity that opened it. */
export class SessionTable<Identity extends HttpIdentity> {
  readonly #powers: SessionPowers<Identity>;
  readonly #sessions = new Map<string, OpenSession<Identity>>();
  readonly #unread: UnreadAnswers;

  constructor(powers: SessionPowers<Identity>) {
    this.#powers = powers;
    this.#unread = new UnreadAnswers(powers.limits.unreadBytes);
  }

  /** Throws `HttpRefusal`, the same for a session that is another's and one that is not. */
  find(id: string | undefined, identity: Identity): HttpSession {
    if (id === undefined)
      throw new HttpRefusal(400, RPC_ERRORS.invalidRequest, "the header `Mcp-Session-Id` is missing");
    const open = this.#sessions.get(id);
    if (open === undefined || open.identity.id !== identity.id) throw sessionNotFound();
    open.identity = identity;
    return open.session;
  }

  /** Opens a session for the `initialize` request with that id. Throws `HttpRefusal` when there are too many. */
  open(initializeId: RequestId, identity: Identity): HttpSession {
    this.#makeRoom(identity);
    const session = new HttpSession(this.#powers.limits, (response) => this.#unread.add(identity.id, response));
    const front = this.#powers.open(session, identity).catch((error: unknown) => {
      this.#powers.onError(error);
      const internal = { code: RPC_ERRORS.internalError, message: "internal error" };
      session.send({ jsonrpc: "2.0", id: initializeId, error: internal });
      return null;
    });
    this.#sessions.set(session.id, { session, identity, front });
    void front.then((opened) => opened?.closed).then(() => this.end(session, "closed by us"));
    return session;
  }

  /** Throws `HttpRefusal` where one request more of an identity would leave others no room. */
  wantRoomFor(requestId: RequestId, identity: Identity): void {
    let calls = 0;
    for (const open of this.#sessions.values()) if (open.identity.id === identity.id) calls += open.session.calls;
    if (calls < this.#powers.limits.callsPerIdentity) return;
    throw new HttpRefusal(503, GATE_ERRORS.busy, "too many requests of yours are being answered", requestId);
  }

  end(session: HttpSession, detail: string): void {
    this.#sessions.delete(session.id);
    session.end(detail);
  }

  endAllOf(identityId: string): void {
    for (const { session, identity } of this.#sessions.values())
      if (identity.id === identityId) this.end(session, "the credential was taken back");
  }

  beat(): void {
    for (const { session, identity } of this.#sessions.values()) {
      if (!identity.isValid()) this.end(session, "the credential is over");
      else if (session.beat()) this.end(session, "nobody used the session");
    }
  }

  async close(): Promise<void> {
    const closing = [...this.#sessions.values()].map(async ({ front }) => (await front)?.close());
    await Promise.all(closing);
  }

  /** A session that nobody uses gives way to a new one: hosts leave theirs behind. */
  #makeRoom(identity: Identity): void {
    const { sessions, sessionsPerIdentity } = this.#powers.limits;
    const own = [...this.#sessions.values()].filter((open) => open.identity.id === identity.id);
    if (own.length < sessionsPerIdentity && this.#sessions.size < sessions) return;
    const unused = own.filter(({ session }) => !session.isInUse);
    const [idlest] = unused.sort((left, right) => right.session.idleBeats - left.session.idleBeats);
    if (idlest === undefined) throw new HttpRefusal(503, GATE_ERRORS.busy, "too many sessions are open");
    this.end(idlest.session, "it gave way to a newer session");
  }
}

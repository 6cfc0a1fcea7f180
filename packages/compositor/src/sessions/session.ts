import { randomUUID } from "node:crypto";
import type { JsonObject } from "@sallyport/contract/json";
import type { ClientFacts, Front } from "@sallyport/mcp";

/** `client`: somebody at a door. `host`: code in this process, which is neither asked nor told what it did not ask for. */
export type SessionKind = "client" | "host";

/** One client of this view. */
export class Session {
  readonly id: string;
  readonly kind: SessionKind;
  /** The lowest level of log messages it wants; undefined until it says so. */
  logLevel: string | undefined;
  /** Questions of the gate's own that its client has not answered. */
  openElicitations = 0;
  #front: Front | undefined;
  readonly #ready = { ...Promise.withResolvers<void>(), isSettled: false };

  constructor(id = `session-${randomUUID()}`, kind: SessionKind = "client") {
    this.id = id;
    this.kind = kind;
  }

  open(front: Front): void {
    this.#front = front;
  }

  get front(): Front {
    if (this.#front === undefined) throw new Error("the session is not open yet");
    return this.#front;
  }

  /** What its client said of itself; undefined until it did. */
  get client(): ClientFacts | undefined {
    return this.#front?.client();
  }

  /** What its client declared; nothing until it did. */
  get capabilities(): JsonObject {
    return this.client?.capabilities ?? {};
  }

  /** The client has its answer to `initialize`; before, it is neither told nor asked anything. */
  get isReady(): boolean {
    return this.#ready.isSettled;
  }

  /** Resolves once the client is ready. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  becomeReady(): void {
    if (this.#ready.isSettled) return;
    this.#ready.isSettled = true;
    this.#ready.resolve();
  }

  /** Tells the client; one that has just left is not worth an error. */
  tell(method: string, params?: JsonObject): void {
    if (this.isReady) void this.front.notify(method, params).catch(() => {});
  }
}

import { randomUUID } from "node:crypto";
import type { JsonObject } from "@sallyport/contract/json";
import type { Front } from "@sallyport/mcp";

/** One client at a door of this view. */
export class Session {
  readonly id: string;
  /** The lowest level of log messages it wants; undefined until it says so. */
  logLevel: string | undefined;
  #front: Front | undefined;

  constructor(id = `session-${randomUUID()}`) {
    this.id = id;
  }

  open(front: Front): void {
    this.#front = front;
  }

  get front(): Front {
    if (this.#front === undefined) throw new Error("the session is not open yet");
    return this.#front;
  }

  /** What its client declared; nothing until it did. */
  get capabilities(): JsonObject {
    return this.#front?.client()?.capabilities ?? {};
  }

  get isInitialized(): boolean {
    return this.#front?.client() !== undefined;
  }

  /** Tells the client; one that has just left is not worth an error. */
  tell(method: string, params?: JsonObject): void {
    if (this.isInitialized) void this.front.notify(method, params).catch(() => {});
  }
}

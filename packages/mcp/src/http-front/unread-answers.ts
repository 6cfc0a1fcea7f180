import type { ServerResponse } from "node:http";

/** What one identity has been answered and has not read: responses, the oldest first, with the bytes of each when they were last counted. */
interface Unread {
  responses: Map<ServerResponse, number>;
  bytes: number;
}

/** Responses that were ended, and not read to their end. They are no session's any more, but their bytes are still held here. */
export class UnreadAnswers {
  readonly #limit: number;
  readonly #unread = new Map<string, Unread>();

  /** `limit` is in bytes, for each identity. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Past the limit those that have waited longest are cut off; the newest never is. */
  add(identityId: string, response: ServerResponse): void {
    if (response.destroyed) return;
    const unread = this.#unread.get(identityId) ?? { responses: new Map(), bytes: 0 };
    this.#unread.set(identityId, unread);
    count(unread, response);
    response.once("close", () => {
      forget(unread, response);
      if (unread.responses.size === 0 && this.#unread.get(identityId) === unread) this.#unread.delete(identityId);
    });
    if (unread.bytes > this.#limit) this.#cut(unread, response);
  }

  #cut(unread: Unread, newest: ServerResponse): void {
    for (const response of unread.responses.keys()) count(unread, response);
    for (const response of unread.responses.keys()) {
      if (unread.bytes <= this.#limit || response === newest) return;
      forget(unread, response);
      response.destroy();
    }
  }
}

/** Some of it may have been read since it was counted. */
function count(unread: Unread, response: ServerResponse): void {
  const bytes = response.writableLength;
  unread.bytes += bytes - (unread.responses.get(response) ?? 0);
  unread.responses.set(response, bytes);
}

function forget(unread: Unread, response: ServerResponse): void {
  unread.bytes -= unread.responses.get(response) ?? 0;
  unread.responses.delete(response);
}

import type { Writable } from "node:stream";
import type { RpcMessage } from "./message-transport.ts";

const FLUSH_AT = 256 * 1024;

/** A peer that leaves this much unread, in bytes, does not read any more. */
const UNREAD_LIMIT = 128 * 1024 * 1024;

/** What JSON leaves as it is inside a text and some readers take for the end of a line. */
const LINE_ENDS = /[\u0085\u2028\u2029]/g;

/** Writes messages as lines. Those of one turn of the event loop leave in one write. */
export class LineWriter {
  readonly #stream: Writable;
  readonly #onStuck: () => void;
  #queue = "";
  #scheduled = false;

  constructor(stream: Writable, onStuck: () => void) {
    this.#stream = stream;
    this.#onStuck = onStuck;
  }

  /** Throws when the message is not JSON: too deep, or circular. */
  send(message: RpcMessage): void {
    this.#queue += `${JSON.stringify(message).replace(LINE_ENDS, escaped)}\n`;
    if (this.#queue.length > FLUSH_AT) {
      this.#flush();
      return;
    }
    if (this.#scheduled) return;
    this.#scheduled = true;
    // After all promise jobs of this turn, before any I/O.
    process.nextTick(this.#flush);
  }

  /** Resolves when what was sent has left, or the stream is gone, or `withinMs` is over. */
  async drain(withinMs: number): Promise<void> {
    this.#flush();
    if (!this.#stream.writable || this.#stream.writableLength === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, withinMs);
      this.#stream.write("", () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #flush = (): void => {
    this.#scheduled = false;
    const text = this.#queue;
    this.#queue = "";
    if (text === "" || !this.#stream.writable) return;
    this.#stream.write(text);
    if (this.#stream.writableLength > UNREAD_LIMIT) this.#onStuck();
  };
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

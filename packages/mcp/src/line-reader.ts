import { isUtf8 } from "node:buffer";

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;

export interface LineReaderEvents {
  line(text: string): void;
  /** A line that is not UTF-8, what cannot be read in it replaced. Without this it is a line like others, for a person to read. */
  notUtf8?(shown: string): void;
  /** A line is past the limit; the rest of it will be skipped. */
  limitPassed?(): void;
  /** The line that was past the limit is over. `head` and `tail` are its ends. */
  tooLong?(head: string, tail: string): void;
}

const END_BYTES = 512;

/** Cuts a byte stream into lines of UTF-8, in time and memory linear in what comes, whatever the sizes of the chunks. */
export class LineReader {
  readonly #limit: number;
  readonly #events: LineReaderEvents;
  #parts: Buffer[] = [];
  #size = 0;
  #head: string | undefined;

  /** `limit` is in bytes, without the line's end. */
  constructor(limit: number, events: LineReaderEvents) {
    this.#limit = limit;
    this.#events = events;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      if (end === -1) break;
      this.#finish(start === end ? undefined : chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(start === 0 ? chunk : chunk.subarray(start));
  }

  /** What came after the last newline, as a line. */
  end(): void {
    if (this.#size > 0) this.#finish(undefined);
  }

  #keep(part: Buffer): void {
    this.#parts.push(part);
    this.#size += part.length;
    if (this.#size <= this.#limit) return;
    const kept = Buffer.concat(this.#parts);
    this.#parts = [Buffer.from(kept.subarray(-END_BYTES))];
    if (this.#head !== undefined) return;
    this.#head = kept.toString("utf8", 0, END_BYTES);
    this.#events.limitPassed?.();
  }

  #finish(last: Buffer | undefined): void {
    if (last !== undefined) {
      if (this.#size === 0 && last.length <= this.#limit) {
        this.#emit(last);
        return;
      }
      this.#keep(last);
    }
    if (this.#size === 0) return;
    const whole = this.#parts.length === 1 && this.#parts[0] ? this.#parts[0] : Buffer.concat(this.#parts);
    const head = this.#head;
    this.#parts = [];
    this.#size = 0;
    this.#head = undefined;
    if (head === undefined) this.#emit(whole);
    else this.#events.tooLong?.(head, whole.toString("utf8", Math.max(0, whole.length - END_BYTES)));
  }

  #emit(line: Buffer): void {
    const length = line[line.length - 1] === CARRIAGE_RETURN ? line.length - 1 : line.length;
    if (length === 0) return;
    const text = line.toString("utf8", 0, length);
    if (this.#events.notUtf8 === undefined || isUtf8(line)) this.#events.line(text);
    else this.#events.notUtf8(text);
  }
}

const LINES = 100;
/** In characters: any one line fits into {@link BYTES}. */
const LINE_LENGTH = 2_000;
/** All lines together, in UTF-8. */
const BYTES = 8 * 1024;

/** The last lines a child wrote to stderr: bounded, so that a chatty child costs nothing. */
export class StderrRing {
  #lines: string[] = [];
  #count = 0;

  push(line: string): void {
    this.#count += 1;
    this.#lines.push(line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH)}…` : line);
    if (this.#lines.length > 2 * LINES) this.#lines = this.#lines.slice(-LINES);
  }

  /** How many lines there were, those included that are not kept. */
  get count(): number {
    return this.#count;
  }

  /** Oldest first. */
  lines(): string[] {
    const last = this.#lines.slice(-LINES);
    let bytes = 0;
    const tooMuch = last.findLastIndex((line) => {
      bytes += Buffer.byteLength(line);
      return bytes > BYTES;
    });
    return last.slice(tooMuch + 1);
  }
}

const LINES = 200;
const LINE_LENGTH = 2_000;

/** The last lines a child wrote to stderr: bounded, so that a chatty child costs nothing. */
export class StderrRing {
  #lines: string[] = [];

  push(line: string): void {
    this.#lines.push(line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH)}…` : line);
    if (this.#lines.length > 2 * LINES) this.#lines = this.#lines.slice(-LINES);
  }

  /** Oldest first. */
  lines(): readonly string[] {
    return this.#lines.slice(-LINES);
  }
}

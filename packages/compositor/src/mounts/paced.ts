import { setTimeout as sleep } from "node:timers/promises";

/**
 * Work that may be asked for faster than it can be done: done at once the first time, never twice at a time, and again
 * only after a rest of `restMs`, or of as long as it took. What was asked for meanwhile is done together.
 */
export class Paced<Kind> {
  readonly #restMs: number;
  readonly #work: (due: ReadonlySet<Kind>) => Promise<void>;
  readonly #due = new Set<Kind>();
  #running: Promise<void> | null = null;
  #rest = new AbortController();

  /** `work` does not reject. */
  constructor(restMs: number, work: (due: ReadonlySet<Kind>) => Promise<void>) {
    this.#restMs = restMs;
    this.#work = work;
  }

  ask(kind: Kind): void {
    this.#due.add(kind);
    this.#running ??= this.#run();
  }

  /** Drops what is due. Resolves when nothing is under way. */
  async drop(): Promise<void> {
    this.#due.clear();
    this.#rest.abort();
    await this.#running;
    this.#rest = new AbortController();
  }

  async #run(): Promise<void> {
    while (this.#due.size > 0) {
      const due = new Set(this.#due);
      this.#due.clear();
      const started = performance.now();
      await this.#work(due);
      const rest = Math.max(this.#restMs, performance.now() - started);
      await sleep(rest, undefined, { signal: this.#rest.signal, ref: false }).catch(() => {});
    }
    // In the same turn as the look: what is asked for from now on starts anew.
    this.#running = null;
  }
}

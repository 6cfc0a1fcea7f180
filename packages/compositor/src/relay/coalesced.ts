/**
 * Lets the first call for a key through at once and folds those that follow within `everyMs` into one at its end: a storm
 * becomes a trickle, and the last change is always told.
 */
export class Coalesced {
  readonly #everyMs: number;
  readonly #timers = new Map<string, { timer: NodeJS.Timeout; again: (() => void) | null }>();

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /** Keys that were told of so recently that the next word for them waits. */
  get pending(): number {
    return this.#timers.size;
  }

  has(key: string): boolean {
    return this.#timers.has(key);
  }

  run(key: string, tell: () => void): void {
    const quiet = this.#timers.get(key);
    if (quiet !== undefined) {
      quiet.again = tell;
      return;
    }
    tell();
    const timer = setTimeout(() => this.#after(key), this.#everyMs);
    timer.unref();
    this.#timers.set(key, { timer, again: null });
  }

  close(): void {
    for (const { timer } of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #after(key: string): void {
    const again = this.#timers.get(key)?.again;
    this.#timers.delete(key);
    if (again !== null && again !== undefined) this.run(key, again);
  }
}

const WINDOW_MS = 5 * 60 * 1000;
const MOST_RESTARTS = 5;
const FIRST_BACKOFF_MS = 500;

/** How often a child may come back by itself: the first time at once, then backing off, at most 5 times in 5 minutes. */
export class RestartBudget {
  #restarts: number[] = [];

  /** Milliseconds to wait before the next start, which counts from now; null where the budget is spent. */
  next(now: number): number | null {
    this.#restarts = this.#restarts.filter((at) => now - at < WINDOW_MS);
    const used = this.#restarts.length;
    if (used >= MOST_RESTARTS) return null;
    this.#restarts.push(now);
    return used === 0 ? 0 : FIRST_BACKOFF_MS * 4 ** (used - 1);
  }

  /** A person or a caller asked for the mount: it may try again from scratch. */
  refill(): void {
    this.#restarts = [];
  }
}

/** What one child may tell its clients in a second beside what it is asked: log lines, progress, and what we do not know. */
const MOST_A_SECOND = 1_000;

/** Lets a child's talk through up to a bound. What is over is dropped: nothing hangs on it, and clients must read all of it. */
export class NoticeBudget {
  #second = 0;
  #taken = 0;

  /** False where this one is too many. `now` is in milliseconds. */
  take(now = performance.now()): boolean {
    const second = Math.floor(now / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#taken = 0;
    }
    this.#taken += 1;
    return this.#taken <= MOST_A_SECOND;
  }
}

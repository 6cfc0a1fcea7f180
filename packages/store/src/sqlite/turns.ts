import { whenFree } from "./lock-patience.ts";

/**
 * One writer at a time within this process. SQLite waits for a lock by blocking the thread, so a second connection of
 * this process would wait for the first one's transaction, which could then never end.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #hadLockAt = 0;

  /**
   * Works once everybody who came before is done and `lock` has the lock. Patience with other processes counts from the call, not from
   * the turn, or a queue would take that long for each in it; but only from when somebody in the queue last had the lock.
   */
  take<T>(lock: () => void, work: () => Promise<T>): Promise<T> {
    const askedAt = performance.now();
    const turn = this.#last.then(async () => {
      await whenFree(lock, Math.max(askedAt, this.#hadLockAt));
      try {
        return await work();
      } finally {
        this.#hadLockAt = performance.now();
      }
    });
    this.#last = turn.catch(() => {});
    return turn;
  }
}

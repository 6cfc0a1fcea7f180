/**
 * One writer at a time within this process. SQLite waits for a lock by blocking the thread, so a second connection of
 * this process would wait for the first one's transaction, which could then never end.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    return turn;
  }
}

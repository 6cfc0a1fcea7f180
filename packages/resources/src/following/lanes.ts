/** Work by key, one at a time in each lane; a key that is asked for again before its turn is worked on once. */
export class Lanes {
  readonly #work: (key: string) => Promise<void>;
  readonly #lanes = new Map<string, Map<string, PromiseWithResolvers<void>>>();

  /** `work` must not reject. */
  constructor(work: (key: string) => Promise<void>) {
    this.#work = work;
  }

  /** Resolves when a turn of the key is over that began after this. */
  ask(lane: string, key: string): Promise<void> {
    const waiting = this.#lanes.get(lane) ?? this.#open(lane);
    const turn = waiting.get(key) ?? Promise.withResolvers<void>();
    waiting.set(key, turn);
    return turn.promise;
  }

  #open(lane: string): Map<string, PromiseWithResolvers<void>> {
    const waiting = new Map<string, PromiseWithResolvers<void>>();
    this.#lanes.set(lane, waiting);
    queueMicrotask(() => void this.#run(lane, waiting));
    return waiting;
  }

  async #run(lane: string, waiting: Map<string, PromiseWithResolvers<void>>): Promise<void> {
    // What is asked for meanwhile comes at the end of the same walk.
    for (const [key, { resolve }] of waiting) {
      waiting.delete(key);
      await this.#work(key);
      resolve();
    }
    this.#lanes.delete(lane);
  }
}

interface Turn {
  key: string;
  over: PromiseWithResolvers<void>;
}

interface Lane {
  running: Turn | null;
  waiting: Map<string, Turn>;
}

/** Work by key, one at a time in each lane; a key that is asked for again before its turn is worked on once. */
export class Lanes {
  readonly #work: (key: string) => Promise<void>;
  readonly #lanes = new Map<string, Lane>();

  /** `work` must not reject. */
  constructor(work: (key: string) => Promise<void>) {
    this.#work = work;
  }

  /** Sees to it that a turn of the key begins after this. */
  ask(lane: string, key: string): void {
    this.#turn(this.#lanes.get(lane) ?? this.#open(lane), key);
  }

  /** Resolves at the end of the key's turn: the one that runs, or else the next. */
  async over(lane: string, key: string): Promise<void> {
    const { running, waiting } = this.#lanes.get(lane) ?? this.#open(lane);
    const turn = running?.key === key ? running : this.#turn({ waiting }, key);
    await turn.over.promise;
  }

  #turn({ waiting }: Pick<Lane, "waiting">, key: string): Turn {
    const turn = waiting.get(key) ?? { key, over: Promise.withResolvers<void>() };
    waiting.set(key, turn);
    return turn;
  }

  #open(name: string): Lane {
    const lane: Lane = { running: null, waiting: new Map() };
    this.#lanes.set(name, lane);
    queueMicrotask(() => void this.#run(name, lane));
    return lane;
  }

  async #run(name: string, lane: Lane): Promise<void> {
    // What is asked for meanwhile comes at the end of the same walk.
    for (const [key, turn] of lane.waiting) {
      lane.waiting.delete(key);
      lane.running = turn;
      await this.#work(key);
      turn.over.resolve();
    }
    this.#lanes.delete(name);
  }
}

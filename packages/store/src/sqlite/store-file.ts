import { CommitPoll } from "./commit-poll.ts";
import { Turns } from "./turns.ts";

/** What all open stores of this process on one file share. */
export class StoreFile {
  readonly path: string;
  readonly turns = new Turns();
  readonly commits: CommitPoll = new CommitPoll(this);
  readonly #listeners = new Map<symbol, () => void>();

  constructor(path: string) {
    this.path = path;
  }

  wake(): void {
    for (const wake of this.#listeners.values()) wake();
  }

  listen(wake: () => void): () => void {
    const listener = Symbol();
    this.#listeners.set(listener, wake);
    return () => this.#listeners.delete(listener);
  }
}

const files = new Map<string, StoreFile>();

/** The one StoreFile of this process for an absolute, resolved path. It is a few hundred bytes and stays. */
export function storeFileAt(path: string): StoreFile {
  const known = files.get(path);
  if (known !== undefined) return known;
  const made = new StoreFile(path);
  files.set(path, made);
  return made;
}

import { Turns } from "./turns.ts";

/** What all open stores of this process on one file share. */
export class StoreFile {
  readonly path: string;
  readonly turns = new Turns();
  readonly #listeners = new Set<() => void>();

  constructor(path: string) {
    this.path = path;
  }

  wake(): void {
    for (const listener of this.#listeners) listener();
  }

  listen(wake: () => void): () => void {
    this.#listeners.add(wake);
    return () => this.#listeners.delete(wake);
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

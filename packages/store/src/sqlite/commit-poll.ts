import type { DatabaseSync } from "node:sqlite";
import type { CommitSignal } from "../database.ts";
import { openReader } from "./connection.ts";
import type { StoreFile } from "./store-file.ts";

/** How often other processes' commits are looked for, in milliseconds: while it matters, and while nothing happens. */
const QUICK_MS = 25;
const CALM_MS = 100;
/** How long after a change more are expected, in milliseconds. */
const LIVELY_MS = 2_000;

/**
 * This process's commits wake at once; one look for all open stores of a file, and only while somebody listens, tells
 * other processes'. What a look costs is the waking up, so that it is done less often while nothing happens.
 */
export class CommitPoll implements CommitSignal {
  readonly #file: StoreFile;
  readonly #listening = new Set<{ waits: boolean }>();
  #connection: DatabaseSync | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isQuick = false;
  #version: unknown;
  #lastChange: unknown;
  #changedAt = 0;

  constructor(file: StoreFile) {
    this.#file = file;
  }

  listen(wake: () => void, waits: boolean): () => void {
    const unlisten = this.#file.listen(wake);
    const listener = { waits };
    this.#listening.add(listener);
    // What is quick already is left alone, or callers that keep coming would put the look off for ever.
    if (this.#listening.size === 1 || (waits && !this.#isQuick)) this.#lookSoon();
    return () => {
      unlisten();
      this.#listening.delete(listener);
      if (this.#listening.size === 0) this.#end();
    };
  }

  #lookSoon(): void {
    clearTimeout(this.#timer);
    const isLively = performance.now() < this.#changedAt + LIVELY_MS;
    this.#isQuick = isLively || [...this.#listening].some(({ waits }) => waits);
    this.#timer = setTimeout(() => this.#look(), this.#isQuick ? QUICK_MS : CALM_MS);
    this.#timer.unref();
  }

  #look(): void {
    try {
      if (this.#hasChanged()) {
        this.#changedAt = performance.now();
        this.#file.wake();
      }
    } catch {
      // A damaged file says so at every facet; a timer is no place to end the process.
    }
    this.#lookSoon();
  }

  /** Commits that announce nothing, such as other gateways' calls, wake nobody. */
  #hasChanged(): boolean {
    this.#connection ??= openReader(this.#file.path);
    const version = this.#connection.prepare("pragma data_version").get()?.data_version;
    if (version === this.#version) return false;
    const lastChange = this.#connection.prepare("select max(seq) as seq from changes").get()?.seq;
    this.#version = version;
    if (lastChange === this.#lastChange) return false;
    this.#lastChange = lastChange;
    return true;
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#connection?.close();
    this.#connection = null;
    this.#version = undefined;
  }
}

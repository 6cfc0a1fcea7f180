import { type ReadonlySignal, signal } from "@preact/signals";
import { failureWords } from "./failure-words.ts";

/** Something of the server's that is read again whenever it may have changed. */
export interface Watched<T> {
  /** Null until it was read for the first time. */
  readonly value: ReadonlySignal<T | null>;
  /** Why it could not be read the last time. */
  readonly problem: ReadonlySignal<string | null>;
  /** Resolves when what is shown is not older than this call. */
  reload(): Promise<void>;
  stop(): void;
}

/**
 * Reads at once and on each change. Changes that come while it is being read are looked at once, after.
 * @param watch calls back on changes until what it answers is called
 */
export function watched<T>(load: () => Promise<T>, watch: (changed: () => void) => () => void): Watched<T> {
  const value = signal<T | null>(null);
  const problem = signal<string | null>(null);
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function once(): Promise<void> {
    try {
      value.value = await load();
      problem.value = null;
    } catch (error) {
      problem.value = failureWords(error);
    }
  }

  function start(): Promise<void> {
    running = once().finally(() => {
      running = null;
    });
    return running;
  }

  function reload(): Promise<void> {
    if (running === null) return start();
    next ??= running.then(() => {
      next = null;
      return start();
    });
    return next;
  }

  const stop = watch(() => void reload());
  void reload();
  return { value, problem, reload, stop };
}

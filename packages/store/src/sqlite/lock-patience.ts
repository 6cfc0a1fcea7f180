import { setTimeout as sleep } from "node:timers/promises";
import { isBusy } from "./failures.ts";

/**
 * How long other processes may keep a lock from this one, in milliseconds: longer than a transaction takes on a disk that is slow
 * to sync or in a process that waits for its processor, and well within the minute for which clients wait for a call.
 */
const PATIENCE_MS = 5_000;

/** How long SQLite may wait by itself, in milliseconds. It blocks the thread and waits longer each time, which starves whoever came first. */
export const BLOCKING_MS = 20;

/** Pauses between two tries, in milliseconds: at random, so that of many processes none is always too late. */
const PAUSE_MS = { least: 1, most: 25 };

/**
 * Tries again while another process holds the lock; the thread does other work in between. Throws SQLite's own error once
 * the lock was not to be had since `since`, a reading of `performance.now()`, for as long as patience goes.
 */
export async function whenFree<T>(attempt: () => T | Promise<T>, since = performance.now()): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > since + PATIENCE_MS) throw error;
    }
    await sleep(PAUSE_MS.least + Math.random() * (PAUSE_MS.most - PAUSE_MS.least));
  }
}

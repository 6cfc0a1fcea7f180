import { visibleReason } from "@sallyport/contract/visible-text";
import type { WatchDoor } from "./watch-door.ts";
import type { WaitingApproval } from "./watch-state.ts";

/** How often what is due or could not be read is looked at again, in milliseconds. */
const LOOK_MS = 250;

export interface WaitingListener {
  waiting(approvals: readonly WaitingApproval[]): void;
  /** Something happened to an approval, whether it still waits or not. */
  moved(id: string): void;
  mountsMoved?(): void;
  /** It could not be read; it is tried again until it can. */
  failed(words: string): void;
}

export interface Following {
  /** Resolves when what was told is not older than this call. */
  read(): Promise<void>;
  stop(): void;
}

/** Tells what waits: now, after each change, and when the time of one is over. Changes that come while it reads are looked at once, after. */
export function followWaiting(door: WatchDoor, listener: WaitingListener): Following {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let nextEnd = Number.POSITIVE_INFINITY;
  let isStopped = false;

  async function once(): Promise<void> {
    try {
      const approvals = await door.waiting();
      nextEnd = Math.min(...approvals.map(({ expires_at }) => Date.parse(expires_at)));
      if (!isStopped) listener.waiting(approvals);
    } catch (error) {
      nextEnd = Date.now() + 1_000;
      if (!isStopped) listener.failed(visibleReason(error instanceof Error ? error.message : String(error)));
    }
  }

  function start(): Promise<void> {
    running = once().finally(() => {
      running = null;
    });
    return running;
  }

  function read(): Promise<void> {
    if (running === null) return start();
    next ??= running.then(() => {
      next = null;
      return start();
    });
    return next;
  }

  const unwatch = door.watch((what) => {
    if (what === "mounts") return listener.mountsMoved?.();
    void read();
    listener.moved(what.approval);
  });
  const clock = setInterval(() => {
    if (running === null && Date.now() >= nextEnd) void read();
  }, LOOK_MS);
  void read();
  return {
    read,
    stop() {
      isStopped = true;
      clearInterval(clock);
      unwatch();
    },
  };
}

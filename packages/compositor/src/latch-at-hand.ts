import type { AbortLatch } from "@sallyport/contract/agents";
import type { AbortLatches, ChangeFeed } from "@sallyport/store";

/** Whether an agent is stopped, at hand. */
export interface LatchAtHand {
  /** Rejects where the store cannot be read. */
  current(): Promise<AbortLatch | null>;
  close(): void;
}

/**
 * Keeps in memory that an agent is not stopped, read again only after the change feed said that it changed. It only refuses
 * early: what lets a call run checks the latch again where it writes the decision.
 */
export function latchAtHand(agent: string, latches: AbortLatches, changes: ChangeFeed): LatchAtHand {
  let known: Promise<AbortLatch | null> | null = null;
  const close = changes.watch((change) => {
    if (change.topic === "agents" && change.agent === agent) known = null;
  });
  return {
    current() {
      if (known !== null) return known;
      const read = latches.latch(agent);
      known = read;
      // Neither a failure nor a stop is kept: who has just been resumed is not refused for a feed that comes later.
      const forget = () => {
        if (known === read) known = null;
      };
      read.then((latch) => latch !== null && forget(), forget);
      return read;
    },
    close,
  };
}

import type { AbortLatch } from "@sallyport/contract/agents";
import type { AbortLatches, ChangeFeed } from "@sallyport/store";

/** Whether an agent is stopped, at hand. */
export interface LatchAtHand {
  /** Rejects where the store cannot be read. */
  current(): Promise<AbortLatch | null>;
  close(): void;
}

/**
 * Keeps an agent's abort latch in memory, read again only after the change feed said that it changed. It only refuses
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
      read.catch(() => {
        if (known === read) known = null;
      });
      return read;
    },
    close,
  };
}

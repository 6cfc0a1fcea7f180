import type { TurnLatch } from "@sallyport/store";

/** A way to say that one agent's turn is over. */
export interface LoopPowers {
  agent: string;
  turns: TurnLatch;
}

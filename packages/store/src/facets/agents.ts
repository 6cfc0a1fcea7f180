import type { AbortLatch, AgentRecord } from "@sallyport/contract/agents";

/** An agent's way to say that its turn is over. It can set nothing else. */
export interface TurnLatch {
  /** One turn more; announced as topic `agents`. */
  yieldTurn(agent: string): Promise<void>;
}

/** Whether an agent is stopped. What decides a call checks again where it writes the decision (`recordDecision`). */
export interface AbortLatches {
  latch(agent: string): Promise<AbortLatch | null>;
}

/** The person's hold on every agent of a store. */
export interface AgentControl {
  /** By agent id. */
  list(): Promise<AgentRecord[]>;
  /** Null where the store knows nothing of it. */
  get(agent: string): Promise<AgentRecord | null>;
  /**
   * Sets the latch and cancels everything of the agent's that waits for a person or was approved and not yet claimed, in one
   * transaction. One that is stopped already keeps its first reason. Throws `not_found`.
   */
  abort(input: { agent: string; reason: string; by: string }): Promise<AgentRecord>;
  /** Lifts the latch; nothing that was cancelled comes back. Throws `not_found`, `wrong_state` where it is not stopped. */
  resume(input: { agent: string; by: string }): Promise<AgentRecord>;
}

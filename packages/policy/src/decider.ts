import type { CallContext, Decision, PolicyCall } from "@sallyport/contract/decisions";

/** May this principal make this call? The one question, wherever the answer is worked out. */
export interface Decider {
  /** Decides under the agent's active policy (`context.agent`). Rejects with `EvaluationError`; a rejection means: not executed. */
  decide(call: PolicyCall, context: CallContext): Promise<Decision>;
  close(): Promise<void>;
}

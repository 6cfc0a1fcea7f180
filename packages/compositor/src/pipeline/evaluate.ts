import type { Decision } from "@sallyport/contract/decisions";
import { EvaluationError } from "@sallyport/policy";
import type { Audit } from "../middleware/audit.ts";
import type { CompositorPowers } from "../powers.ts";
import type { GateCall } from "./gate-call.ts";

export type Evaluate = (call: GateCall) => Promise<Decision>;

/** The policy's word on a call. Whatever goes wrong becomes -32953 here and is recorded as `evaluator_error` where the store can. */
export function createEvaluator({ decider }: Pick<CompositorPowers, "decider">, audit: Audit): Evaluate {
  return async (call) => {
    const { entry, args, context } = call.incoming;
    try {
      if (decider === null) throw new EvaluationError("unavailable", "this view has nobody to decide");
      return await decider.decide({ name: entry.exposed, arguments: args }, context);
    } catch (error) {
      const reason = error instanceof Error ? error.message : "the policy could not be evaluated";
      const refusal = call.refusal("policy_evaluator_error", reason);
      await audit.evaluatorFailed(call, reason, refusal);
      throw refusal;
    }
  };
}

/** Waits before deciding again because the policy changed meanwhile; other processes' changes are told within 25 ms. */
export const DECIDE_AGAIN_AFTER_MS = [0, 5, 25, 50, 100, 200, 400] as const;

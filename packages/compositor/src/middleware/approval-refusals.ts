import type { WireError } from "@sallyport/contract/errors";
import type { JsonObject } from "@sallyport/contract/json";
import type { GateCall } from "../pipeline/gate-call.ts";
import type { CompositorPowers } from "../powers.ts";
import type { Audit } from "./audit.ts";

/** How a call that was sent to a person is refused, and what becomes of a store that cannot be used meanwhile. */
export interface ApprovalRefusals {
  /** Records the refusal and answers the error its caller gets. */
  refuse(
    call: GateCall,
    word: Parameters<Audit["refuse"]>[1]["verdict"],
    name: "policy_denied" | "policy_denied_continue",
    reason: string,
    details?: JsonObject,
  ): Promise<WireError>;
  /** Work on the store, without which the call fails closed. */
  stored<Result>(call: GateCall, work: () => Promise<Result>): Promise<Result>;
  report(error: unknown): void;
}

export function approvalRefusals({ log }: Pick<CompositorPowers, "log">, audit: Audit): ApprovalRefusals {
  const report = (error: unknown) => log(`approvals: ${textOf(error)}`);
  return {
    async refuse(call, word, name, reason, details = {}) {
      const refusal = call.refusal(name, reason, details);
      // Without a stamp: what a person or a clock said no to stays refused, whichever policy is in force.
      await audit.refuse(call, { verdict: word, rationale: reason }, refusal);
      return refusal;
    },
    async stored(call, work) {
      try {
        return await work();
      } catch (error) {
        report(error);
        throw call.refusal("policy_evaluator_error", `approvals are unavailable: ${textOf(error)}`);
      }
    },
    report,
  };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

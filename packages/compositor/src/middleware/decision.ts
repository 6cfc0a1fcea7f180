import { setTimeout as sleep } from "node:timers/promises";
import type { Decision } from "@sallyport/contract/decisions";
import type { WireError } from "@sallyport/contract/errors";
import { DECIDE_AGAIN_AFTER_MS, type Evaluate } from "../pipeline/evaluate.ts";
import type { GateCall } from "../pipeline/gate-call.ts";
import type { Layer } from "../pipeline/onion.ts";
import type { CompositorPowers } from "../powers.ts";
import type { Audit } from "./audit.ts";
import { withLaunchFloor } from "./launch-floor.ts";

/**
 * Has the policy decide, and its decision written down before anything else happens. A policy that was changed between the
 * two is asked again, so that no call is decided by a policy that is no longer in force.
 */
export function decisionLayer(
  { principal, interactive }: Pick<CompositorPowers, "principal" | "interactive">,
  audit: Audit,
  evaluate: Evaluate,
): Layer {
  return async (call, next) => {
    if (principal === "human") {
      const permit = await audit.permit(call, { verdict: "user_approve", rationale: "" });
      if (permit === "policy_changed") throw call.refusal("policy_evaluator_error", "the call could not be recorded");
      call.grant(permit);
      return next();
    }
    if (call.incoming.entry.isQuarantined) throw await refuseChanged(call, audit);
    for (const wait of DECIDE_AGAIN_AFTER_MS) {
      if (wait > 0) await sleep(wait);
      const decision = withLaunchFloor(call, await evaluate(call));
      const settled = await settle(call, decision);
      if (settled === "go") return next();
      if (settled !== "policy_changed") throw settled;
    }
    throw call.refusal("policy_evaluator_error", "the policy kept changing while the call was decided");
  };

  async function settle(call: GateCall, decision: Decision): Promise<"go" | "policy_changed" | WireError> {
    const { rationale, policy } = decision;
    switch (decision.decision) {
      case "allow": {
        const permit = await audit.permit(call, { verdict: "policy_allow", rationale, policy });
        if (permit === "policy_changed") return permit;
        call.grant(permit);
        return "go";
      }
      case "deny_continue":
      case "deny_abort":
        return refuse(call, decision, decision.decision, rationale);
      case "ask": {
        if (!interactive) return refuse(call, decision, "deny_continue", "nobody can be asked here");
        if (decision.options?.length === 0)
          return refuse(call, decision, "deny_continue", "the policy asks, and offers no answer");
        const written = await audit.asking(call, { verdict: "policy_ask", rationale, policy });
        if (written === "policy_changed") return written;
        call.mustAsk(decision);
        return "go";
      }
    }
  }

  async function refuse(
    call: GateCall,
    { policy }: Decision,
    how: "deny_continue" | "deny_abort",
    reason: string,
  ): Promise<WireError | "policy_changed"> {
    const refusal = call.refusal(how === "deny_abort" ? "policy_denied" : "policy_denied_continue", reason);
    const written = await audit.refuse(call, { verdict: `policy_${how}`, rationale: reason, policy }, refusal);
    return written === "recorded" ? refusal : written;
  }
}

/** A tool that is not what a person knows cannot be called, whatever the policy would say. */
async function refuseChanged(call: GateCall, audit: Audit): Promise<WireError> {
  const reason =
    "definition_changed: the tool is not what it was when it was first seen; a person must accept it first";
  const refusal = call.refusal("policy_denied_continue", reason, { definition_changed: true });
  await audit.refuse(call, { verdict: "policy_deny_continue", rationale: reason }, refusal);
  return refusal;
}

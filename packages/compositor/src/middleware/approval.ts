import { setTimeout as sleep } from "node:timers/promises";
import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { DEFAULT_ASK_OPTIONS, type Decision } from "@sallyport/contract/decisions";
import { sha256 } from "@sallyport/contract/digests";
import { GATE_ERRORS, WireError } from "@sallyport/contract/errors";
import type { JsonObject } from "@sallyport/contract/json";
import type { ApprovalRequest } from "@sallyport/store";
import { clientClaim, titleClaim } from "../pipeline/claims.ts";
import { DECIDE_AGAIN_AFTER_MS, type Evaluate } from "../pipeline/evaluate.ts";
import type { GateCall } from "../pipeline/gate-call.ts";
import type { Layer } from "../pipeline/onion.ts";
import type { CompositorLimits, CompositorPowers } from "../powers.ts";
import type { ToolEntry } from "../surface/tool-entry.ts";
import type { Admission } from "./admission.ts";
import { approvalRefusals } from "./approval-refusals.ts";
import { type AskParts, createAsker } from "./ask-person.ts";

export interface ApprovalParts extends Omit<AskParts, "refusals"> {
  evaluate: Evaluate;
  admission: Admission;
  /** The tool as it is on the front now. */
  currentTool: (exposed: string) => ToolEntry | undefined;
}

/**
 * Takes a call that must be asked to a person, waits, claims the answer once, checks it against what is in force by then,
 * and only then lets the call on. Whoever does not get the claim asks anew: one approval is one execution.
 */
export function approvalLayer(
  powers: Pick<CompositorPowers, "agent" | "instance" | "store" | "log" | "settle" | "approvalPage"> & {
    limits: CompositorLimits;
  },
  { evaluate, admission, currentTool, ...parts }: ApprovalParts,
): Layer {
  const { approvals } = powers.store;
  const { audit, replays } = parts;
  const refusals = approvalRefusals(powers, audit);
  const { refuse, report } = refusals;
  const askPerson = createAsker(powers, { ...parts, refusals });

  return async (call, next) => {
    const { asked } = call;
    if (asked === undefined) return next();
    const request = requestFor(call, asked);
    const outcome = await admission.aside(() => askPerson(call, request));
    if (outcome.kind === "answered") return outcome.result;
    const claimed = outcome.record;
    try {
      await recheck(call, claimed, asked);
    } catch (error) {
      await finish(claimed, "voided");
      throw error;
    }
    return run(call, claimed, next);
  };

  /** What is in force now beats what was in force when the question was put: the stricter wins. */
  async function recheck(call: GateCall, claimed: ApprovalRecord, asked: Decision): Promise<void> {
    let { policy } = asked;
    const { entry } = call.incoming;
    for (const wait of DECIDE_AGAIN_AFTER_MS) {
      if (wait > 0) await sleep(wait);
      if (call.incoming.request.signal.aborted)
        throw await refuse(call, "caller_gone", "policy_denied_continue", "the caller is gone");
      const known = currentTool(entry.exposed);
      if (known === undefined || known.digest !== claimed.definition_digest || known.isQuarantined) {
        const reason = "definition_changed: the tool changed after the person was asked, so the answer does not count";
        throw await refuse(call, "policy_deny_continue", "policy_denied_continue", reason, {
          definition_changed: true,
        });
      }
      const permit = await audit.permit(call, { verdict: "user_approve", rationale: claimed.comment ?? "", policy });
      if (permit !== "policy_changed") return call.grant(permit);
      const decision = await evaluate(call);
      const { approval_id } = claimed;
      if (decision.decision === "deny_abort") {
        const refusal = call.refusal("policy_denied", voidedBy(decision), { approval_id });
        const verdict = {
          verdict: "policy_deny_abort",
          rationale: voidedBy(decision),
          policy: decision.policy,
        } as const;
        if ((await audit.refuse(call, verdict, refusal)) === "recorded") throw refusal;
      }
      if (decision.decision === "deny_continue")
        throw await refuse(call, "policy_deny_continue", "policy_denied_continue", voidedBy(decision), { approval_id });
      policy = decision.policy;
    }
    throw call.refusal("policy_evaluator_error", "the policy kept changing while the call was decided");
  }

  /** Runs what was approved to its end; where its caller leaves before, repeats of it share that end. */
  async function run(call: GateCall, claimed: ApprovalRecord, next: () => Promise<JsonObject>): Promise<JsonObject> {
    const { signal } = call.incoming.request;
    const outcome = next();
    const keep = () => replays.keep(claimed, claimed.approval_id, outcome);
    if (signal.aborted) keep();
    signal.addEventListener("abort", keep);
    try {
      const result = await outcome;
      await finish(claimed, result.isError === true ? "failed" : "done");
      return result;
    } catch (error) {
      // Only a layer of ours can refuse: then the call was not sent.
      const isRefused = error instanceof WireError && error.code === GATE_ERRORS.policy_denied_continue;
      await finish(claimed, isRefused ? "voided" : "failed");
      throw error;
    } finally {
      signal.removeEventListener("abort", keep);
    }
  }

  function requestFor(call: GateCall, { policy, rationale, options }: Decision): ApprovalRequest {
    const { entry, args, argumentsJson, context, session } = call.incoming;
    return {
      agent: powers.agent,
      principal: context.principal,
      session: session.id,
      client: clientClaim(session),
      name: entry.exposed,
      server: entry.mount.name,
      tool: entry.tool,
      tool_title: titleClaim(entry),
      safety: context.safety,
      arguments: args,
      arguments_digest: sha256(argumentsJson),
      definition_digest: entry.digest,
      policy,
      rationale,
      options: [...(options ?? DEFAULT_ASK_OPTIONS)],
      owner: powers.instance,
      lifetime_ms: powers.limits.approvalLifetimeMs,
    };
  }

  async function finish({ approval_id }: ApprovalRecord, state: "done" | "failed" | "voided"): Promise<void> {
    await approvals.finish(approval_id, state).catch(report);
  }
}

function voidedBy({ rationale }: Decision): string {
  return `the policy changed after the person was asked, and now refuses the call${rationale === "" ? "" : `: ${rationale}`}`;
}

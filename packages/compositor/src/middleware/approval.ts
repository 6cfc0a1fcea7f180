import { setTimeout as sleep } from "node:timers/promises";
import type { AbortLatch } from "@sallyport/contract/agents";
import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { DEFAULT_ASK_OPTIONS, type Decision } from "@sallyport/contract/decisions";
import { sha256 } from "@sallyport/contract/digests";
import { GATE_ERRORS, WireError } from "@sallyport/contract/errors";
import type { JsonObject } from "@sallyport/contract/json";
import type { ApprovalRequest } from "@sallyport/store";
import type { Mount } from "../mounts/mount.ts";
import { answered } from "../pipeline/answered.ts";
import { clientClaim, titleClaim } from "../pipeline/claims.ts";
import { DECIDE_AGAIN_AFTER_MS, type Evaluate } from "../pipeline/evaluate.ts";
import type { GateCall } from "../pipeline/gate-call.ts";
import type { Layer } from "../pipeline/onion.ts";
import { tellWaiting } from "../pipeline/tell-waiting.ts";
import type { WaitingRoom } from "../pipeline/waiting-room.ts";
import type { CompositorLimits, CompositorPowers } from "../powers.ts";
import type { ToolEntry } from "../surface/tool-entry.ts";
import type { Admission } from "./admission.ts";
import type { Audit } from "./audit.ts";

export interface ApprovalParts {
  audit: Audit;
  evaluate: Evaluate;
  waitingRoom: WaitingRoom;
  admission: Admission;
  /** The tool as it is on the front now. */
  currentTool: (exposed: string) => ToolEntry | undefined;
  isMounted: (mount: Mount) => boolean;
}

/** How often one call may ask anew because an identical one used up the answer it waited for. */
const MOST_ASKS = 64;

/**
 * Takes a call that must be asked to a person, waits, claims the answer once, checks it against what is in force by then,
 * and only then lets the call on. Whoever does not get the claim asks anew: one approval is one execution.
 */
export function approvalLayer(
  powers: Pick<CompositorPowers, "agent" | "instance" | "store" | "log"> & { limits: CompositorLimits },
  { audit, evaluate, waitingRoom, admission, currentTool, isMounted }: ApprovalParts,
): Layer {
  const { approvals, latches } = powers.store;

  return async (call, next) => {
    const { asked } = call;
    if (asked === undefined) return next();
    const claimed = await admission.aside(() => askAndWait(call, requestFor(call, asked)));
    try {
      await recheck(call, claimed, asked);
    } catch (error) {
      await finish(claimed, "voided");
      throw error;
    }
    return run(claimed, next);
  };

  /** The approval, claimed for this call. Throws the refusal in every other case. */
  async function askAndWait(call: GateCall, request: ApprovalRequest): Promise<ApprovalRecord> {
    const { signal } = call.incoming.request;
    for (let asks = 0; asks < MOST_ASKS; asks += 1) {
      const outcome = await stored(call, () => approvals.ask(request));
      if (outcome.kind === "claimed") return outcome.record;
      if (outcome.kind === "too_many") {
        const reason = `too many pending: ${outcome.pending} calls already wait for a person`;
        throw await refuse(call, "policy_deny_continue", "policy_denied_continue", reason);
      }
      if (outcome.kind === "agent_aborted") throw await audit.refuseStopped(call, await latchOf(call));
      const { approval_id, server } = outcome.record;
      // Taken away since the call came in: what waited for it was cancelled before this question was put.
      if (!isMounted(call.incoming.entry.mount)) await stored(call, () => approvals.cancelMount(powers.agent, server));
      const stopTelling = tellWaiting(call.incoming.request, approval_id, powers.limits.approvalProgressMs);
      const record = await stored(call, () => waitingRoom.wait(approval_id, signal)).finally(stopTelling);
      if (record === "gone") {
        if (!waitingRoom.hasOthers(approval_id)) await approvals.orphan(approval_id, powers.instance).catch(report);
        throw await refuse(call, "caller_gone", "policy_denied_continue", "the caller is gone");
      }
      // What stops an agent cancels what waits for it.
      const latch = record?.state === "cancelled" ? await latchOf(call) : null;
      if (latch !== null) throw await audit.refuseStopped(call, latch);
      const answer = answered(record);
      if (answer.kind === "no") throw await refuse(call, answer.word, answer.error, answer.reason, { approval_id });
      if (answer.kind === "yes") {
        const claimed = await stored(call, () => approvals.claim(approval_id, powers.instance));
        if (claimed !== null) return claimed;
      }
    }
    throw await refuse(call, "expired", "policy_denied_continue", "identical calls keep using up the answers");
  }

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

  async function run(claimed: ApprovalRecord, next: () => Promise<JsonObject>): Promise<JsonObject> {
    try {
      const result = await next();
      await finish(claimed, result.isError === true ? "failed" : "done");
      return result;
    } catch (error) {
      // Only a layer of ours can refuse: then the call was not sent.
      const isRefused = error instanceof WireError && error.code === GATE_ERRORS.policy_denied_continue;
      await finish(claimed, isRefused ? "voided" : "failed");
      throw error;
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

  function latchOf(call: GateCall): Promise<AbortLatch | null> {
    return stored(call, () => latches.latch(powers.agent));
  }

  async function refuse(
    call: GateCall,
    word: Parameters<Audit["refuse"]>[1]["verdict"],
    name: "policy_denied" | "policy_denied_continue",
    reason: string,
    details: JsonObject = {},
  ) {
    const refusal = call.refusal(name, reason, details);
    // Without a stamp: what a person or a clock said no to stays refused, whichever policy is in force.
    await audit.refuse(call, { verdict: word, rationale: reason }, refusal);
    return refusal;
  }

  async function stored<Result>(call: GateCall, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      report(error);
      const text = error instanceof Error ? error.message : String(error);
      throw call.refusal("policy_evaluator_error", `approvals are unavailable: ${text}`);
    }
  }

  async function finish({ approval_id }: ApprovalRecord, state: "done" | "failed" | "voided"): Promise<void> {
    await approvals.finish(approval_id, state).catch(report);
  }

  function report(error: unknown): void {
    powers.log(`approvals: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function voidedBy({ rationale }: Decision): string {
  return `the policy changed after the person was asked, and now refuses the call${rationale === "" ? "" : `: ${rationale}`}`;
}

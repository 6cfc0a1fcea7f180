import type { AbortLatch } from "@sallyport/contract/agents";
import type { DecisionWord, PolicyStamp } from "@sallyport/contract/decisions";
import { GATE_ERRORS, WireError } from "@sallyport/contract/errors";
import { ownProperty } from "@sallyport/contract/json";
import type { DecidedCall, EndedCall } from "@sallyport/store";
import type { GateCall } from "../pipeline/gate-call.ts";
import type { Layer } from "../pipeline/onion.ts";
import type { CompositorPowers } from "../powers.ts";

/** Proof that a decision to run a call is on disk, with what it lets run. Only this file can make one. */
class Recorded {
  readonly #call: GateCall;

  constructor(call: GateCall) {
    this.#call = call;
  }

  /** True for the very call that was decided. */
  permits(call: GateCall): boolean {
    return this.#call === call;
  }
}
export type RecordedDecision = Recorded;

interface Verdict {
  verdict: DecisionWord | "policy_ask";
  rationale: string;
  policy?: PolicyStamp;
}

/** The pen of the gate. Writing a verdict throws -32953 where the store cannot be written. */
export interface Audit {
  layer: Layer;
  /** Records that the call may run. `policy_changed`: nothing was written, decide again. */
  permit(
    call: GateCall,
    verdict: Verdict & { verdict: "policy_allow" | "user_approve" },
  ): Promise<RecordedDecision | "policy_changed">;
  /** Records that a person must be asked. */
  asking(call: GateCall, verdict: Verdict & { verdict: "policy_ask" }): Promise<"recorded" | "policy_changed">;
  /** Records that the call will not run, and the error its caller gets. */
  refuse(call: GateCall, verdict: Verdict, error: WireError): Promise<"recorded" | "policy_changed">;
  /** Records that the call is refused because its agent is stopped, and answers the error its caller gets. */
  refuseStopped(call: GateCall, latch: AbortLatch | null): Promise<WireError>;
  /** As `refuse`, but where the store cannot take it the caller still gets the evaluator's error. */
  evaluatorFailed(call: GateCall, reason: string, error: WireError): Promise<void>;
}

export function createAudit(powers: Pick<CompositorPowers, "agent" | "principal" | "store" | "log">): Audit {
  const { agent, principal, log } = powers;
  const { ledger, latches } = powers.store;

  async function write(call: GateCall, verdict: Verdict, error?: WireError): Promise<"recorded" | "policy_changed"> {
    const { id, entry, argumentsJson, context, session } = call.incoming;
    const decided: DecidedCall = {
      call_id: id,
      agent,
      principal,
      session: session.id,
      name: entry.exposed,
      server: entry.mount.name,
      tool: entry.tool,
      arguments_json: argumentsJson,
      context,
      ...verdict,
      ...(error && { error: { code: error.code, message: error.message } }),
    };
    let written: "recorded" | "policy_changed" | "agent_aborted";
    try {
      written = await ledger.recordDecision(decided);
    } catch (cause) {
      log(`the decision on a call of \`${entry.exposed}\` could not be recorded: ${textOf(cause)}`);
      throw call.refusal("policy_evaluator_error", `audit_unavailable: ${textOf(cause)}`);
    }
    if (written !== "agent_aborted") return written;
    // Stopped since the early look at the latch, or resumed since the store's.
    throw await refuseStopped(call, await latches.latch(agent).catch(() => null));
  }

  async function refuseStopped(call: GateCall, latch: AbortLatch | null): Promise<WireError> {
    const reason = stoppedReason(agent, latch);
    const refusal = call.refusal("policy_denied", reason);
    // Without a stamp: it is refused because it is stopped, which must not stop one that was resumed this moment.
    await write(call, { verdict: "policy_deny_abort", rationale: reason }, refusal);
    return refusal;
  }

  return {
    async layer(call, next) {
      const started = performance.now();
      try {
        const result = await next();
        // Not waited for: the child has answered, and keeping its answer from the caller would not undo the call.
        void end(call, started, { status: result.isError === true ? "tool_error" : "ok" });
        return result;
      } catch (error) {
        void end(call, started, failure(error, call));
        throw error;
      }
    },
    async permit(call, verdict) {
      const written = await write(call, verdict);
      return written === "recorded" ? new Recorded(call) : written;
    },
    asking: (call, verdict) => write(call, verdict),
    refuse: (call, verdict, error) => write(call, verdict, error),
    refuseStopped,
    async evaluatorFailed(call, reason, error) {
      await write(call, { verdict: "evaluator_error", rationale: reason }, error).catch(() => {});
    },
  };

  async function end(
    call: GateCall,
    started: number,
    how: Pick<EndedCall, "status" | "error" | "violation_type">,
  ): Promise<void> {
    // What was never permitted was never sent: its decision is the whole story.
    if (call.permit === undefined) return;
    const { id, entry } = call.incoming;
    const { mask, name: server } = entry.mount;
    const error = how.error && { ...how.error, message: mask.text(how.error.message).slice(0, 500) };
    const ended = { call_id: id, agent, server, tool: entry.tool, ...how, ...(error && { error }) };
    try {
      await ledger.recordEnd({ ...ended, duration_ms: performance.now() - started });
    } catch (error) {
      log(`the end of a call of \`${entry.exposed}\` could not be recorded: ${textOf(error)}`);
    }
  }
}

function stoppedReason(agent: string, latch: AbortLatch | null): string {
  const hint = `only a person can resume it, with \`sallyport agents resume ${agent}\``;
  if (latch === null) return `agent \`${agent}\` was stopped; ${hint}`;
  return `agent \`${agent}\` was stopped by ${latch.by} at ${latch.at}; ${hint}: ${latch.reason || "no reason was given"}`;
}

function failure(error: unknown, call: GateCall): Pick<EndedCall, "status" | "error" | "violation_type"> {
  // An approved call goes on without its caller; how it ended is what its server said.
  const mayOutlive = call.asked !== undefined && error instanceof WireError;
  if (call.incoming.request.signal.aborted && !mayOutlive) return { status: "cancelled" };
  if (!(error instanceof WireError)) return { status: "error", error: { code: "internal", message: textOf(error) } };
  const { code, message, data } = error;
  if (code === GATE_ERRORS.policy_backend_reserved_misuse)
    return { status: "violation", violation_type: "reserved_misuse", error: { code, message } };
  if (ownProperty(data, "error") === "E_TIMEOUT") return { status: "timeout", error: { code: "E_TIMEOUT", message } };
  return { status: "error", error: { code, message } };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import type { CallContext, DecisionWord, PolicyStamp } from "@sallyport/contract/decisions";
import type { PrincipalKind } from "@sallyport/contract/principals";
import type { TimelineEntry } from "@sallyport/contract/timeline";

/** One call and how it was decided, before it is dispatched. */
export interface DecidedCall {
  call_id: string;
  agent: string;
  principal: PrincipalKind;
  session: string;
  /** Name on the front, mount, the child's own tool name. */
  name: string;
  server: string;
  tool: string;
  /** Arguments and their canonical JSON (RFC 8785); the text is what is stored. */
  arguments_json: string;
  context: CallContext;
  /** `policy_ask` where an approval was asked for; the person's word follows with the approval. */
  verdict: DecisionWord | "policy_ask";
  rationale: string;
  /** Absent where no policy could be had (`evaluator_error`), and for a human's own calls, which are recorded, not decided. */
  policy?: PolicyStamp;
  error?: { code: number | string; message: string };
}

export interface EndedCall {
  call_id: string;
  agent: string;
  server: string;
  tool: string;
  status: "ok" | "tool_error" | "error" | "timeout" | "cancelled" | "violation";
  duration_ms: number;
  error?: { code: number | string; message: string };
  violation_type?: string;
}

/** The compositor's pen: what was decided and how it ended. */
export interface GateLedger {
  /**
   * Writes the decision and its timeline event, durably against a crash of the process. Nothing may be dispatched before
   * this resolves to `recorded`. `policy_changed`: the stamp is no longer the agent's active policy; nothing was
   * written, decide again. `agent_aborted`: a call that was to run, or to be asked about, is an agent's that is stopped;
   * nothing was written. `policy_deny_abort` with its policy's stamp stops the agent in the same transaction; without one
   * it says that a stopped agent was refused. `user_deny_abort` follows a denial that has stopped it. Rejects where the store cannot be
   * written: fail closed.
   */
  recordDecision(call: DecidedCall): Promise<"recorded" | "policy_changed" | "agent_aborted">;
  /** Writes how a call ended, within 2 ms: with the next decision, where one comes sooner. */
  recordEnd(call: EndedCall): Promise<void>;
}

/** Events that belong to no single call: mounts that come, go and fail, visibility refusals. */
export interface EventLog {
  append(entry: TimelineEntry): Promise<void>;
}

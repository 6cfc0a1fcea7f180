import type { ApprovalRecord, ApprovalState } from "@sallyport/contract/approvals";

/** What an ask must carry; the store mints the id, the times and the state. */
export type ApprovalRequest = Pick<
  ApprovalRecord,
  | "agent"
  | "principal"
  | "session"
  | "client"
  | "name"
  | "server"
  | "tool"
  | "tool_title"
  | "safety"
  | "arguments"
  | "arguments_digest"
  | "definition_digest"
  | "policy"
  | "rationale"
  | "options"
  | "owner"
> & { lifetime_ms: number };

/**
 * What asking led to. `created`: a person has a new question. `attached`: an earlier identical ask that still waits is this
 * call's now. `claimed`: a person had already said yes to the identical call; it is claimed for this one. `refused`: a
 * person had said no to it within the hour and no call has heard that; this one has now, and the next asks anew.
 * `agent_aborted`: the agent is stopped, nobody is asked.
 */
export type AskOutcome =
  | { kind: "created" | "attached" | "claimed" | "refused"; record: ApprovalRecord }
  | { kind: "too_many"; pending: number }
  | { kind: "agent_aborted" };

/** The compositor's side of approvals: ask, wait, claim once. Every move is one conditional update. */
export interface ApprovalQueue {
  /** Identical means the same agent, mount, tool, arguments digest and definition digest. */
  ask(request: ApprovalRequest): Promise<AskOutcome>;
  get(approvalId: string): Promise<ApprovalRecord | null>;
  /** `approved -> claimed`, once. Null: somebody else has it, or it is no longer approved or in time. */
  claim(approvalId: string, owner: string): Promise<ApprovalRecord | null>;
  /** A call is told the person's refusal: no repeat is told it again. */
  heard(approvalId: string): Promise<void>;
  /** How the one dispatch ended. `voided`: it never happened, a stricter re-check stopped it. */
  finish(approvalId: string, state: Extract<ApprovalState, "done" | "failed" | "voided">): Promise<boolean>;
  /** The caller is gone: `pending -> orphaned`. False where a person was quicker, or where another instance's call has attached since. */
  orphan(approvalId: string, owner: string): Promise<boolean>;
  /** Waiting asks of a mount that is being taken away: `-> cancelled`. Answers how many. */
  cancelMount(agent: string, server: string): Promise<number>;
  /** Undecided or unclaimed and past `expires_at`: `-> expired`. Answers the ids. */
  expireDue(agent: string): Promise<string[]>;
  /**
   * After a start: what an instance that no longer lives left behind. Its `pending -> orphaned`,
   * its `claimed -> unknown`. Nothing is ever run again from here.
   */
  adoptAbandoned(
    agent: string,
    isAlive: (owner: string) => boolean | Promise<boolean>,
  ): Promise<{ orphaned: number; unknown: number }>;
}

/** The person's side: decide, once. */
export interface ApprovalDesk {
  /**
   * Throws `not_found`, `already_decided` and `wrong_state` (both with `state`, `decided_by`, `decided_at`), `invalid_input`
   * (an option that is not there or does not allow).
   */
  approve(input: {
    id: string;
    option?: string;
    comment?: string;
    by: string;
  }): Promise<ApprovalRecord & { runs: "now" | "on_repeat" }>;
  /** With `stop_agent` the agent is stopped in the same transaction, and what else it waits for cancelled. */
  deny(input: { id: string; reason: string; stop_agent: boolean; by: string }): Promise<ApprovalRecord>;
  revoke(input: { id: string; by: string }): Promise<ApprovalRecord>;
  /** What can be decided expires an hour later, never more than a day after it was asked. Throws as `approve`, and `wrong_state` at that limit. */
  extend(input: { id: string; by: string }): Promise<ApprovalRecord>;
}

/** Reading only. `agent` left out means every agent of the store, which only a person's server is handed. */
export interface ApprovalRecords {
  pending(filter: { agent?: string }): Promise<ApprovalRecord[]>;
  get(approvalId: string): Promise<ApprovalRecord | null>;
  /** The last decided, expired or ended ones, newest first. */
  history(filter: { agent?: string; limit: number }): Promise<ApprovalRecord[]>;
}

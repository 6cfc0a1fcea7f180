import type { PolicyVersion } from "@sallyport/contract/policies";
import type { ProposalRecord } from "@sallyport/contract/proposals";
import type { NewPolicy } from "./policies.ts";

/** The agent's pen. It cannot activate anything. */
export interface ProposalDrafts {
  /** Throws `too_many` (open) or `rate_limited` (an hour's worth), with the limit in the message. */
  propose(
    input: Pick<ProposalRecord, "agent" | "language" | "title" | "rationale" | "source">,
  ): Promise<ProposalRecord>;
  /** Throws `not_found` (also for another agent's) or `wrong_state`. */
  withdraw(input: { agent: string; id: string }): Promise<void>;
}

export interface ProposalRecords {
  /** Newest first. `agent` left out means all, which only a person's server is handed. */
  list(filter: { agent?: string }): Promise<ProposalRecord[]>;
  get(id: string): Promise<ProposalRecord | null>;
}

/** The person's pen. */
export interface ProposalDecisions {
  /**
   * In one transaction: the proposal is still pending, the agent's active policy is still `active_version`, the new
   * version is written, the proposal approved, its other pending twins left as they are. Throws `not_found`, `already_decided`, `stale_review`.
   */
  approve(input: {
    id: string;
    active_version: number | null;
    policy: NewPolicy;
    comment?: string;
    by: string;
  }): Promise<PolicyVersion>;
  reject(input: { id: string; reason: string; by: string }): Promise<ProposalRecord>;
}

import type { TimelineEvent } from "@sallyport/contract/timeline";

/** How often a program in force did what, as far as a stretch of the timeline shows. */
export interface PolicyTally {
  allowed: number;
  /** Refused without asking anybody. */
  refused: number;
  /** Questions to a person: a repeat that waits on an earlier one is none. */
  asked: number;
}

/** What version `version` of the policy decided. A person's own calls are recorded and not decided, and are not in it. */
export function policyTally(events: readonly TimelineEvent[], version: number): PolicyTally {
  const tally = { allowed: 0, refused: 0, asked: 0 };
  for (const { action, verdict, policy } of events) {
    if (policy?.version !== version) continue;
    if (action === "approval-asked") tally.asked += 1;
    if (action !== "call-decided") continue;
    if (verdict === "policy_allow") tally.allowed += 1;
    if (verdict === "policy_deny_continue" || verdict === "policy_deny_abort") tally.refused += 1;
  }
  return tally;
}

import type { ApprovalRecord } from "@sallyport/contract/approvals";
import type { DecisionWord } from "@sallyport/contract/decisions";

/** What a call makes of its approval once that no longer waits. `again`: nobody's answer to this call; it must ask anew. */
export type Answer =
  | { kind: "yes" }
  | { kind: "again" }
  | { kind: "no"; word: DecisionWord; error: "policy_denied" | "policy_denied_continue"; reason: string };

export function answered(record: ApprovalRecord | null): Answer {
  if (record === null) return no("expired", "the question to a person is gone");
  const { state, comment } = record;
  switch (state) {
    case "approved":
      return { kind: "yes" };
    case "denied": {
      const reason = comment === null || comment === "" ? "a person refused this call" : comment;
      if (record.stop_agent) return { kind: "no", word: "user_deny_abort", error: "policy_denied", reason };
      return no("user_deny_continue", reason);
    }
    case "revoked":
      return no("user_deny_continue", "a person took the approval back");
    case "expired":
      return no("expired", "expired: nobody answered in time");
    case "cancelled":
      return no("expired", "cancelled: the server was taken away while the call waited");
    case "voided":
      return no("policy_deny_continue", "the approval no longer counts: the policy or the tool changed");
    case "pending":
    case "orphaned":
    case "claimed":
    case "done":
    case "failed":
    case "unknown":
      return { kind: "again" };
  }
}

function no(word: DecisionWord, reason: string): Answer {
  return { kind: "no", word, error: "policy_denied_continue", reason };
}

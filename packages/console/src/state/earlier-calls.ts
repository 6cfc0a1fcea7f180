import { type ApprovalRecord, type ApprovalState, DECIDABLE_STATES } from "@sallyport/contract/approvals";

/** How calls of one tool were decided before, as far as this page knows. */
export interface EarlierCalls {
  /** Newest first. */
  decided: readonly ApprovalRecord[];
  /** The last one that a person allowed. */
  allowed: ApprovalRecord | undefined;
}

const ALLOWED: readonly ApprovalState[] = ["approved", "claimed", "done", "failed", "unknown"];

/** @param known calls of every tool, decided or not */
export function earlierCalls(
  known: Iterable<ApprovalRecord>,
  { approval_id, name }: Pick<ApprovalRecord, "approval_id" | "name">,
): EarlierCalls {
  const decided = [...known]
    .filter((each) => each.name === name && each.approval_id !== approval_id && !DECIDABLE_STATES.includes(each.state))
    .sort((left, right) => decidedAt(right).localeCompare(decidedAt(left)));
  return { decided, allowed: decided.find(({ state }) => ALLOWED.includes(state)) };
}

function decidedAt({ decided_at, created_at }: ApprovalRecord): string {
  return decided_at ?? created_at;
}

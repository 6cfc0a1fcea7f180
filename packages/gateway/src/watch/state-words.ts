import type { ApprovalRecord, ApprovalState } from "@sallyport/contract/approvals";
import type { SafetyClass } from "@sallyport/contract/decisions";
import { visibleClaim } from "@sallyport/contract/visible-text";
import { span } from "../shown.ts";

/** What a state means to a person who decides. */
export const STATE_WORDS: Record<ApprovalState, string> = {
  pending: "caller waits",
  orphaned: "orphaned: caller left",
  approved: "allowed, not claimed yet",
  claimed: "allowed, runs now",
  done: "allowed, ran",
  failed: "allowed, ran and failed",
  unknown: "allowed, may have run: the gateway ended meanwhile",
  denied: "denied",
  expired: "expired",
  cancelled: "cancelled",
  revoked: "taken back",
  voided: "void: something changed before it ran",
};

/** How much a tool can change. Nothing hangs on colour alone. */
export const SAFETY_WORDS: Record<SafetyClass, string> = {
  read_only: "reads only",
  mutating: "can change things",
  network: "reaches the network",
  destructive: "CAN DESTROY",
};

/** How an approval stands, and whose word that was and when, where it was somebody's. */
export function standing(
  { state, decided_by, decided_at }: Pick<ApprovalRecord, "state" | "decided_by" | "decided_at">,
  now: number,
): string {
  if (decided_at === null) return STATE_WORDS[state];
  const [what, ...rest] = STATE_WORDS[state].split(", ");
  const by = decided_by === null ? "" : ` by ${visibleClaim(decided_by)}`;
  return [`${what}${by} ${span(decided_at, now)} ago`, ...rest].join(", ");
}

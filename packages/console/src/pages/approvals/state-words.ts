import type { ApprovalState } from "@sallyport/contract/approvals";
import type { SafetyClass } from "@sallyport/contract/decisions";

/** What a state means to a person who decides. */
export const STATE_WORDS: Record<ApprovalState, string> = {
  pending: "caller waits",
  orphaned: "caller left",
  approved: "allowed, not claimed yet",
  claimed: "runs now",
  done: "ran",
  failed: "ran, and failed",
  unknown: "may have run: the gateway ended meanwhile",
  denied: "denied",
  expired: "time was up",
  cancelled: "cancelled",
  revoked: "taken back",
  voided: "void: something changed before it ran",
};

/** The shape and the word of how much a tool can change; nothing hangs on colour alone. */
export const SAFETY_WORDS: Record<SafetyClass, { shape: string; words: string }> = {
  read_only: { shape: "○", words: "reads only" },
  mutating: { shape: "◐", words: "can change things" },
  network: { shape: "◇", words: "reaches the network" },
  destructive: { shape: "▲", words: "can destroy" },
};

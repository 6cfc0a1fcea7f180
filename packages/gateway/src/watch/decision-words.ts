import { type ApprovalRecord, approvalState } from "@sallyport/contract/approvals";
import { Fault } from "@sallyport/contract/faults";
import { visibleReason } from "@sallyport/contract/visible-text";
import { span } from "../shown.ts";
import { standing } from "./state-words.ts";

/** What a decision leads to, for the person who made it. */
export const DECISION_WORDS = {
  now: "it runs now",
  on_repeat: "its caller has left, so nothing runs now; the identical call, made again within 10 minutes, runs once",
  denied: (reason: string) => (reason === "" ? "the agent is told no" : "the agent is told no, and why"),
  stopped: (agent: string) =>
    `agent ${agent} is stopped and what it waited for cancelled; \`sallyport agents resume ${agent}\` lets it go on`,
  extended: (expires: string, now: number) => `${span(now, expires)} left`,
  takenBack: "nothing had claimed it, and nothing will",
} as const;

/** Why a decision is not one: somebody was first, time was up, the store did not answer. */
export function missedWords(error: unknown, now: number): string {
  const words = visibleReason(error instanceof Error ? error.message : String(error));
  if (!(error instanceof Fault)) return words;
  const state = approvalState.safeParse(error.details.state);
  if (!state.success) return words;
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  const who: Pick<ApprovalRecord, "decided_by" | "decided_at"> = {
    decided_by: text(error.details.decided_by),
    decided_at: text(error.details.decided_at),
  };
  return `already ${standing({ state: state.data, ...who }, now)}`;
}

import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { useMemo } from "preact/hooks";
import { useConsole } from "../../state/console.ts";
import { type EarlierCalls, earlierCalls } from "../../state/earlier-calls.ts";

/**
 * How calls of the same tool were decided before; null where the history cannot be read, undefined while it is read.
 * As it was when the call came on screen: what a person reads does not change because another call ended.
 */
export function useEarlierCalls(record: ApprovalRecord): EarlierCalls | null | undefined {
  const { approvals } = useConsole();
  const { value, problem } = approvals.history;
  const isRead = value.value !== null;
  // The records have the history, and what was decided here since it was read.
  const earlier = useMemo(() => earlierCalls(approvals.records.value.values(), record), [isRead]);
  if (isRead) return earlier;
  return problem.value === null ? undefined : null;
}

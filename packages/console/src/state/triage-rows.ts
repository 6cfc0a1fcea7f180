import type { ApprovalRecord } from "@sallyport/contract/approvals";
import type { WaitingApproval } from "./approval-query.ts";
import type { SettledOrder } from "./settled-order.ts";
import type { Grouping } from "./triage.ts";

/** A row of the list. `over`: it was decided or ended elsewhere while a person was at it. */
export type TriageRow =
  | { kind: "group"; label: string; count: number }
  | { kind: "approval"; approval: WaitingApproval; fresh: boolean; over: boolean };

/** The rows of an order, under a heading each where they are grouped; what is new stands last, in a group of its own. */
export function triageRows(
  { shown, fresh }: SettledOrder,
  waiting: ReadonlyMap<string, WaitingApproval>,
  records: ReadonlyMap<string, ApprovalRecord>,
  grouping: Grouping,
): TriageRow[] {
  const items = shown.flatMap((id) => {
    const now = waiting.get(id);
    const approval = now ?? records.get(id);
    return approval === undefined ? [] : [{ approval, fresh: fresh.has(id), over: now === undefined }];
  });
  const rowOf = (item: (typeof items)[number]): TriageRow => ({ kind: "approval", ...item });
  if (grouping === "none") return items.map(rowOf);
  const labelOf = ({ approval, fresh: isNew }: (typeof items)[number]) =>
    isNew ? "New" : `${HEADINGS[grouping]} ${approval[grouping]}`;
  return [...Map.groupBy(items, labelOf)].flatMap(([label, members]) => [
    { kind: "group", label, count: members.length } as const,
    ...members.map(rowOf),
  ]);
}

const HEADINGS: Record<Exclude<Grouping, "none">, string> = { server: "Server", session: "Session", agent: "Agent" };

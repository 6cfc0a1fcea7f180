import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { visibleLine } from "@sallyport/contract/visible-text";
import { detailRows } from "./detail-rows.ts";
import { type Line, plain, textOf, wrapLine } from "./styled-line.ts";
import { columnsOf } from "./text-columns.ts";
import type { WatchState } from "./watch-state.ts";

/** Rows above what scrolls: the bar, and in a detail what it is about. */
const LIST_HEAD = 1;
const DETAIL_HEAD = 4;
/** Rows an item of the list takes. */
const ITEM_ROWS = 2;
const NOTICE_ROWS = 3;

/** What is said to the person, broken between words. */
export function noticeRows({ notice, problem, columns }: WatchState): Line[] {
  const { text, look } =
    problem === null ? (notice ?? QUIET) : { text: `NOT LIVE: ${problem}`, look: "warning" as const };
  return rowsOfWords(visibleLine(text), columns)
    .slice(0, NOTICE_ROWS)
    .map((row) => [{ text: row, look }]);
}

const QUIET = { text: "", look: "plain" } as const;

function rowsOfWords(text: string, columns: number): string[] {
  const rows = [""];
  for (const word of text.split(" ")) {
    const row = rows.at(-1) ?? "";
    const longer = row === "" ? word : `${row} ${word}`;
    if (columnsOf(longer) <= columns) rows.splice(-1, 1, longer);
    else rows.push(...wrapLine([plain(word)], columns).map(textOf));
  }
  return rows;
}

/** Rows there are for what scrolls. */
export function bodyRows(state: WatchState): number {
  const head = state.page.kind === "detail" ? DETAIL_HEAD : LIST_HEAD;
  return Math.max(1, state.rows - head - noticeRows(state).length - 1);
}

/** Items of a list that are on screen at once. */
export function listRoom(state: WatchState): number {
  return Math.max(1, Math.floor(bodyRows(state) / ITEM_ROWS));
}

/** The rows of an open call, and how far they can be scrolled. */
export function openDetail(state: WatchState, id: string): { body: readonly Line[]; lastTop: number } | null {
  const record = state.records.get(id);
  if (record === undefined) return null;
  const body = rowsOf(record, state);
  return { body, lastTop: Math.max(0, body.length - bodyRows(state)) };
}

const laidOut = new WeakMap<ApprovalRecord, { mounts: unknown; columns: number; body: readonly Line[] }>();

/** Laid out once for each width: a call's arguments may be megabytes. */
function rowsOf(record: ApprovalRecord, { mounts, columns }: WatchState): readonly Line[] {
  const known = laidOut.get(record);
  if (known?.mounts === mounts && known.columns === columns) return known.body;
  const mount = mountOf(record, mounts);
  const body = detailRows(record, mount, columns);
  laidOut.set(record, { mounts, columns, body });
  return body;
}

/** The mount a call is meant for, in the view it was asked from. */
export function mountOf(record: ApprovalRecord, mounts: WatchState["mounts"]) {
  return mounts.find(({ name, view }) => name === record.server && view === record.principal);
}

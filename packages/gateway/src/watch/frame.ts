import { visibleLine } from "@sallyport/contract/visible-text";
import { detailPageRows } from "./detail-page.ts";
import { helpRows } from "./help.ts";
import { historyRows } from "./history-page.ts";
import { bodyRows, noticeRows } from "./layout.ts";
import { listRows } from "./list-page.ts";
import { barLine, cutLine, dim, type Line, plain, strong, textOf } from "./styled-line.ts";
import { columnsOf } from "./text-columns.ts";
import type { Prompt, WatchState } from "./watch-state.ts";

/** A whole screen: exactly as many lines as it has rows. */
export interface Frame {
  lines: readonly Line[];
  /** Where the person types, counted from 0; null where nobody types. */
  cursor: { row: number; column: number } | null;
  /** The call whose arguments are on it, and whether their end is. */
  shows: { id: string; endShown: boolean } | null;
}

/** Each fits into 60 columns. */
const HINTS = {
  list: "j/k  Enter open  d deny  c comment  s stop  ? keys  q quit",
  detail: "a allow  d deny  c comment  s stop  Space  Esc back  ? keys",
  history: "j/k  Enter open  u take back  g back  ? keys  q quit",
  help: "Esc back  q quit",
} as const;

const TYPING_HINTS: Record<Prompt["kind"], string> = {
  comment: "Enter denies  Esc does not",
  stop: "Enter denies and STOPS the agent  Esc does not",
  filter: "Enter keeps it  Esc clears it",
};

const PROMPTS: Record<Prompt["kind"], string> = {
  comment: "Deny, and tell the agent: ",
  stop: "Deny and STOP the agent. Why: ",
  filter: "Filter: ",
};

/** What the screen shows. Pure; nothing that it answers has to be escaped any more, and the screen does so all the same. */
export function frameOf(state: WatchState, now: number): Frame {
  const { columns, rows, page, typing } = state;
  const room = bodyRows(state);
  const { body, shows } = pageRows(state, now, room);
  const typed = typing === null ? null : typedLine(PROMPTS[typing.prompt.kind], typing.line, columns);
  const notices = typed === null ? noticeRows(state) : [typed.line];
  const hint = typing === null ? HINTS[page.kind] : TYPING_HINTS[typing.prompt.kind];
  const above = [barLine(title(state), columns, "bar"), ...body];
  const free = Math.max(0, rows - notices.length - 1);
  const lines = [
    ...above.slice(0, free),
    ...Array.from({ length: Math.max(0, free - above.length) }, (): Line => []),
    ...notices,
    cutLine([dim(hint)], columns),
  ].slice(-rows);
  const cursor = typed === null ? null : { row: Math.max(0, rows - 2), column: typed.column };
  return { lines, cursor, shows };
}

function pageRows(state: WatchState, now: number, room: number): { body: readonly Line[]; shows: Frame["shows"] } {
  switch (state.page.kind) {
    case "list":
      return { body: listRows(state, now), shows: null };
    case "history":
      return { body: historyRows(state, state.page, now, room), shows: null };
    case "help":
      return { body: helpRows(state.columns), shows: null };
    case "detail":
      return detailPageRows(state, state.page, now, room);
  }
}

function title({ waiting, fresh, agent, page, filter }: WatchState): Line {
  const count = waiting === null ? "reading" : `${waiting.size} waiting`;
  const more = fresh.size === 0 ? "" : `, ${fresh.size} new`;
  const where = page.kind === "history" ? "  history" : filter === "" ? "" : `  filter: ${visibleLine(filter)}`;
  return [strong(` sallyport  ${count}${more}  agent ${agent}${where}`)];
}

/** A line that is typed, with the part around the cursor where it does not fit. */
function typedLine(
  prompt: string,
  { text, cursor }: { text: string; cursor: number },
  columns: number,
): { line: Line; column: number } {
  const characters = [...text].map(visibleLine);
  const label = prompt.length < columns - 20 ? prompt : "> ";
  const room = Math.max(4, columns - label.length - 1);
  let start = 0;
  while (columnsOf(characters.slice(start, cursor).join("")) >= room) start += 1;
  const before = characters.slice(start, cursor).join("");
  const line = cutLine([strong(label), plain(before + characters.slice(cursor).join(""))], columns);
  return { line, column: Math.min(columns - 1, textOf([strong(label)]).length + columnsOf(before)) };
}

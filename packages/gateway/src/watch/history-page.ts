import { span } from "../shown.ts";
import { standing } from "./state-words.ts";
import { barLine, cutLine, dim, type Line, plain } from "./styled-line.ts";
import { visibleSpans } from "./visible-spans.ts";
import type { Page, WatchState } from "./watch-state.ts";

const ITEM_ROWS = 2;

/** What was decided, the latest first, two rows each. */
export function historyRows(
  { decided, columns }: WatchState,
  { focus }: Extract<Page, { kind: "history" }>,
  now: number,
  room: number,
): Line[] {
  if (decided === null) return [[dim("reading what was decided")]];
  if (decided.length === 0) return [[], [dim("Nothing was decided yet.")]];
  const items = Math.max(1, Math.floor(room / ITEM_ROWS));
  const top = Math.max(0, Math.min(focus - Math.floor(items / 2), decided.length - items));
  return decided.slice(top, top + items).flatMap((record, index) => {
    const isFocused = top + index === focus;
    const what: Line = [
      plain(isFocused ? "> " : "  "),
      ...visibleSpans(record.server),
      plain(" > "),
      ...visibleSpans(record.tool),
      dim(`  asked ${span(record.created_at, now)} ago`),
    ];
    const comment = record.comment ? [plain(": "), ...visibleSpans(record.comment.replaceAll("\n", " "))] : [];
    const how: Line = [plain("    "), ...visibleSpans(standing(record, now)), ...comment];
    return [isFocused ? barLine(what, columns, "focus") : cutLine(what, columns), cutLine(how, columns)];
  });
}

import { span } from "../shown.ts";
import { effectLine } from "./effect-line.ts";
import { listedIds } from "./filter.ts";
import { listRoom } from "./layout.ts";
import { SAFETY_WORDS, STATE_WORDS, standing } from "./state-words.ts";
import { barLine, cutLine, dim, type Line, plain, type Span, strong, warning } from "./styled-line.ts";
import { visibleSpans } from "./visible-spans.ts";
import type { WatchState } from "./watch-state.ts";

/** When a call has less than this left, its row says so, in milliseconds. */
const LAST_CALL_MS = 60_000;

/** The calls that wait, two rows each. */
export function listRows(state: WatchState, now: number): Line[] {
  const ids = listedIds(state);
  if (state.waiting === null) return [[dim("reading what waits")]];
  if (ids.length === 0) {
    return [
      [],
      [
        dim(
          state.filter === ""
            ? "Nothing waits for you. What comes shows here at once."
            : "Nothing that waits fits the filter.",
        ),
      ],
    ];
  }
  return ids.slice(state.listTop, state.listTop + listRoom(state)).flatMap((id) => itemRows(state, id, now));
}

function itemRows({ waiting, records, columns, focus, fresh, busy }: WatchState, id: string, now: number): Line[] {
  const record = records.get(id);
  const approval = waiting?.get(id) ?? record;
  if (approval === undefined) return [];
  const isFocused = id === focus;
  const marker: Span = isFocused ? strong("> ") : plain("  ");
  const safety = SAFETY_WORDS[approval.safety];
  const news = busy.has(id) ? "  deciding" : fresh.has(id) ? "  NEW" : "";
  const what: Line = [
    marker,
    ...visibleSpans(approval.server),
    plain(" > "),
    ...visibleSpans(approval.tool),
    plain("  "),
    approval.safety === "destructive" ? warning(safety) : dim(safety),
    strong(news),
  ];
  const left = Date.parse(approval.expires_at) - now;
  const standingWords = waiting?.has(id)
    ? STATE_WORDS[approval.state]
    : record === undefined
      ? "no longer waits"
      : standing(record, now);
  const times = waiting?.has(id)
    ? [dim(` · ${span(approval.created_at, now)} old · `), leftSpan(left, approval.expires_at, now)]
    : [];
  const how: Line = [
    plain("    "),
    ...visibleSpans(approval.agent),
    dim(" · "),
    approval.state === "pending" ? dim(standingWords) : warning(standingWords),
    ...times,
    ...(record === undefined ? [] : [dim(" · "), ...visibleSpans(effectLine(record.arguments))]),
  ];
  return isFocused
    ? [barLine(what, columns, "focus"), cutLine(how, columns)]
    : [cutLine(what, columns), cutLine(how, columns)];
}

export function leftSpan(left: number, expires: string, now: number): Span {
  const words = `${span(now, expires)} left`;
  return left < LAST_CALL_MS ? warning(`only ${words}`) : dim(words);
}

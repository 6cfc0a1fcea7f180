import { listedIds } from "./filter.ts";
import type { Key } from "./keys.ts";
import { editLine } from "./line-edit.ts";
import { inView } from "./moves.ts";
import { notDecidable } from "./readiness.ts";
import type { Update, WatchState } from "./watch-state.ts";

/** The most a comment to an agent may hold, in characters; what the approver takes. */
export const COMMENT_LIMIT = 500;

/** What a key does while a line is typed: only Enter sends it, and only Escape gives it up. */
export function updateTyping(
  state: WatchState,
  typing: NonNullable<WatchState["typing"]>,
  key: Key,
  now: number,
): Update {
  const { prompt, line } = typing;
  const name = key.kind === "named" ? key.name : null;
  if (name === "escape")
    return [withFilter({ ...state, typing: null }, prompt.kind === "filter" ? "" : state.filter), []];
  if (name !== "enter") {
    const edited = { ...state, typing: { prompt, line: editLine(line, key, COMMENT_LIMIT) } };
    return [prompt.kind === "filter" ? withFilter(edited, edited.typing.line.text) : edited, []];
  }
  const done = { ...state, typing: null };
  if (prompt.kind === "filter") return [done, []];
  const not = notDecidable(state, prompt.id, now);
  if (not !== null) return [{ ...done, notice: { text: `Not now: ${not}`, look: "warning" } }, []];
  const { id } = prompt;
  return [
    { ...done, busy: new Set([...state.busy, id]) },
    [{ kind: "deny", id, reason: line.text.trim(), stop: prompt.kind === "stop" }],
  ];
}

/** The list with a filter; the focus stays where it is if that is still listed. */
function withFilter(state: WatchState, filter: string): WatchState {
  if (filter === state.filter) return state;
  const next = { ...state, filter };
  const ids = listedIds(next);
  const focus = ids.find((id) => id === state.focus) ?? ids[0] ?? state.focus;
  return inView({ ...next, focus, listTop: 0 });
}

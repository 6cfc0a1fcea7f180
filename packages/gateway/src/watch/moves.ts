import { listedIds } from "./filter.ts";
import { listRoom, openDetail } from "./layout.ts";
import type { Page, WatchState } from "./watch-state.ts";

/** Where a person is after the call they were at was decided: the next, or the last. */
export function neighbourOf(ids: readonly string[], id: string): string | null {
  const at = ids.indexOf(id);
  return ids[at + 1] ?? ids[at - 1] ?? null;
}

/** The focus goes to a row; a call that no longer waits goes from the list when the focus leaves it. */
export function leftAt(state: WatchState, id: string): WatchState {
  const order = state.order.filter((each) => each === id || state.waiting?.has(each));
  return inView({ ...state, order, focus: id });
}

export function detailPage(id: string, from: "list" | "history"): Extract<Page, { kind: "detail" }> {
  return { kind: "detail", id, from, top: 0, shownAt: null, endShown: false };
}

/** The same, scrolled so that what is focused can be seen and nothing is scrolled past its end. */
export function inView(state: WatchState): WatchState {
  const { page } = state;
  if (page.kind === "detail") {
    const lastTop = openDetail(state, page.id)?.lastTop;
    return lastTop === undefined || page.top <= lastTop ? state : { ...state, page: { ...page, top: lastTop } };
  }
  const at = Math.max(0, listedIds(state).indexOf(state.focus ?? ""));
  const room = listRoom(state);
  const listTop = Math.min(Math.max(state.listTop, at - room + 1), at);
  return listTop === state.listTop ? state : { ...state, listTop };
}

import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { listedIds } from "./filter.ts";
import type { Key } from "./keys.ts";
import { bodyRows, openDetail } from "./layout.ts";
import { EMPTY_LINE } from "./line-edit.ts";
import { detailPage, inView, leftAt } from "./moves.ts";
import { notAllowable, notDecidable } from "./readiness.ts";
import { updateTyping } from "./typing.ts";
import type { Page, Prompt, Update, WatchState } from "./watch-state.ts";

/** What a key does where no line is being typed. A paste does nothing. */
export function updateByKey(state: WatchState, key: Key, now: number): Update {
  if (key.kind === "named" && key.name === "interrupt") return [state, [{ kind: "quit" }]];
  if (state.typing !== null) return updateTyping(state, state.typing, key, now);
  if (key.kind === "paste") return [state, []];
  const quiet = state.notice?.look === "dim" ? { ...state, notice: null } : state;
  return key.kind === "text" ? command(quiet, key.text, now) : movement(quiet, key.name);
}

function command(state: WatchState, letter: string, now: number): Update {
  switch (letter) {
    case "q":
      return [state, [{ kind: "quit" }]];
    case "j":
      return step(state, 1);
    case "k":
      return step(state, -1);
    case " ":
      return scroll(state, bodyRows(state) - 1);
    case "a":
      return allow(state, now);
    case "d":
      return onTarget(state, now, (id) => [
        { ...state, busy: new Set([...state.busy, id]), notice: null },
        [{ kind: "deny", id, reason: "", stop: false }],
      ]);
    case "c":
      return onTarget(state, now, (id) => ask(state, { kind: "comment", id }));
    case "s":
      return onTarget(state, now, (id) => ask(state, { kind: "stop", id }));
    case "e":
      return onTarget(state, now, (id) => [
        { ...state, busy: new Set([...state.busy, id]), notice: null },
        [{ kind: "extend", id }],
      ]);
    case "u":
      return undo(state);
    case "g":
      return state.page.kind === "history"
        ? [inView({ ...state, page: { kind: "list" } }), []]
        : [{ ...state, page: { kind: "history", focus: 0 } }, [{ kind: "read-history" }]];
    case "/":
      return ask({ ...state, page: { kind: "list" } }, { kind: "filter" });
    case "?":
      return [{ ...state, page: state.page.kind === "help" ? { kind: "list" } : { kind: "help" } }, []];
    default:
      return [state, []];
  }
}

function movement(state: WatchState, name: Extract<Key, { kind: "named" }>["name"]): Update {
  const { page } = state;
  const isDetail = page.kind === "detail";
  switch (name) {
    case "up":
      return isDetail ? scroll(state, -1) : step(state, -1);
    case "down":
      return isDetail ? scroll(state, 1) : step(state, 1);
    case "page up":
      return scroll(state, 1 - bodyRows(state));
    case "page down":
      return scroll(state, bodyRows(state) - 1);
    case "home":
      return scroll(state, -Infinity);
    case "end":
      return scroll(state, Infinity);
    case "enter":
    case "right":
      return open(state);
    case "escape":
    case "left":
    case "backspace":
      return back(state);
    default:
      return [state, []];
  }
}

/** Moves to another call; in a detail, to the detail of another. */
function step(state: WatchState, by: 1 | -1): Update {
  const { page } = state;
  if (page.kind === "help") return [state, []];
  if (page.kind === "history") {
    const last = Math.max(0, (state.decided?.length ?? 0) - 1);
    return [{ ...state, page: { ...page, focus: Math.min(Math.max(page.focus + by, 0), last) } }, []];
  }
  const ids = listedIds(state);
  const from = page.kind === "detail" ? page.id : state.focus;
  const at = ids.indexOf(from ?? "");
  const id = ids[at === -1 ? 0 : Math.min(Math.max(at + by, 0), ids.length - 1)];
  if (id === undefined || id === from) return [state, []];
  return page.kind === "detail" ? show(state, id, page.from) : [leftAt(state, id), []];
}

function show(state: WatchState, id: string, from: "list" | "history"): Update {
  const fresh = new Set([...state.fresh].filter((each) => each !== id));
  const at = from === "list" ? leftAt(state, id) : state;
  return [{ ...at, fresh, page: detailPage(id, from) }, state.records.has(id) ? [] : [{ kind: "read-record", id }]];
}

function open(state: WatchState): Update {
  const { page } = state;
  if (page.kind === "detail") return scroll(state, bodyRows(state) - 1);
  if (page.kind === "help") return back(state);
  if (page.kind === "list") {
    const id = listedIds(state).find((each) => each === state.focus) ?? null;
    return id === null ? [state, []] : show(state, id, "list");
  }
  const record = state.decided?.[page.focus];
  return record === undefined ? [state, []] : show(state, record.approval_id, "history");
}

function back(state: WatchState): Update {
  const { page, decided, filter } = state;
  if (page.kind === "detail" && page.from === "history") {
    const focus = Math.max(0, decided?.findIndex(({ approval_id: id }) => id === page.id) ?? 0);
    return [{ ...state, page: { kind: "history", focus } }, []];
  }
  if (page.kind !== "list") return [inView({ ...state, page: { kind: "list" } }), []];
  return filter === "" ? [state, []] : [inView({ ...state, filter: "" }), []];
}

/** In a detail rows, elsewhere one item a row. */
function scroll(state: WatchState, by: number): Update {
  const { page } = state;
  if (page.kind === "detail") {
    const lastTop = openDetail(state, page.id)?.lastTop ?? 0;
    const top = Math.min(Math.max(page.top + by, 0), lastTop);
    return [{ ...state, page: { ...page, top } }, []];
  }
  if (page.kind === "help") return [state, []];
  const ids = page.kind === "list" ? listedIds(state) : (state.decided ?? []).map(({ approval_id: id }) => id);
  const at = page.kind === "list" ? Math.max(0, ids.indexOf(state.focus ?? "")) : page.focus;
  const to = Math.min(Math.max(at + Math.trunc(by / 2 || by), 0), Math.max(0, ids.length - 1));
  if (page.kind === "history") return [{ ...state, page: { ...page, focus: to } }, []];
  const id = ids[to];
  return id === undefined ? [state, []] : [leftAt(state, id), []];
}

function allow(state: WatchState, now: number): Update {
  const not = notAllowable(state, now);
  if (not !== null) return refused(state, not);
  const { id } = state.page as Extract<Page, { kind: "detail" }>; // nothing else is allowable
  return [{ ...state, busy: new Set([...state.busy, id]), notice: null }, [{ kind: "allow", id }]];
}

/** Does something to the call that is open or focused, where it can still be decided. */
function onTarget(state: WatchState, now: number, act: (id: string) => Update): Update {
  const { page, focus } = state;
  const id =
    page.kind === "detail" ? page.id : page.kind === "list" && listedIds(state).includes(focus ?? "") ? focus : null;
  if (id === null) return refused(state, "nothing that waits is chosen");
  const not = notDecidable(state, id, now);
  return not === null ? act(id) : refused(state, not);
}

/** Takes back what is chosen in the history, or what was allowed here last. */
function undo(state: WatchState): Update {
  const { page, allowed, records, busy, decided } = state;
  const chosen: ApprovalRecord | undefined =
    page.kind === "history" ? decided?.[page.focus] : page.kind === "detail" ? records.get(page.id) : undefined;
  const id = chosen?.state === "approved" ? chosen.approval_id : allowed?.id;
  if (id === undefined) return refused(state, "nothing was allowed here that could be taken back");
  if (busy.has(id)) return refused(state, "your decision is on its way");
  return [{ ...state, busy: new Set([...busy, id]), notice: null }, [{ kind: "undo", id }]];
}

function ask(state: WatchState, prompt: Prompt): Update {
  const text = prompt.kind === "filter" ? state.filter : "";
  const line = text === "" ? EMPTY_LINE : { text, cursor: [...text].length };
  return [{ ...state, typing: { prompt, line }, notice: null }, []];
}

function refused(state: WatchState, why: string): Update {
  return [{ ...state, notice: { text: `Not now: ${why}`, look: "dim" } }, []];
}

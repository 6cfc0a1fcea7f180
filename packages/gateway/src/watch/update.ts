import { DECIDABLE_STATES } from "@sallyport/contract/approvals";
import { listedIds } from "./filter.ts";
import { updateByKey } from "./key-commands.ts";
import { detailPage, inView, neighbourOf } from "./moves.ts";
import type { Update, WaitingApproval, WatchEffect, WatchEvent, WatchState } from "./watch-state.ts";

/**
 * The whole of the watch: what is after an event. Pure.
 * @param now milliseconds since the epoch
 */
export function update(state: WatchState, event: WatchEvent, now: number): Update {
  switch (event.kind) {
    case "key":
      return updateByKey(state, event.key, now);
    case "resized":
      return [inView({ ...state, columns: event.columns, rows: event.rows }), []];
    case "waiting-read":
      return waitingRead(state, event.approvals);
    case "moved":
      return [state, moved(state, event.id)];
    case "record-read":
      return [{ ...state, records: new Map(state.records).set(event.record.approval_id, event.record) }, []];
    case "mounts-read":
      return [{ ...state, mounts: event.mounts }, []];
    case "history-read":
      return [{ ...state, decided: event.decided, records: withRecords(state, event.decided) }, []];
    case "read-failed":
      return [{ ...state, problem: event.words }, []];
    case "painted":
      return [painted(state, event, now), []];
    case "decided":
      return [decided(state, event), []];
    case "extended":
      return [
        { ...notBusy(state, event.id), notice: { text: event.words, look: "good" } },
        [{ kind: "read-record", id: event.id }],
      ];
    case "missed": {
      const text = `${event.what === "time" ? "Not given more time" : "Not decided by you"}: ${event.words}`;
      return [{ ...notBusy(state, event.id), notice: { text, look: "warning" } }, []];
    }
  }
}

function waitingRead(state: WatchState, approvals: readonly WaitingApproval[]): Update {
  const waiting = new Map(approvals.map((approval) => [approval.approval_id, approval]));
  const isHeld = (id: string) => id === state.focus || (state.page.kind === "detail" && state.page.id === id);
  const kept = state.order.filter((id) => waiting.has(id) || isHeld(id));
  const known = new Set(kept);
  const came = approvals.map(({ approval_id }) => approval_id).filter((id) => !known.has(id));
  const fresh = new Set([...state.fresh].filter((id) => waiting.has(id)));
  if (state.waiting !== null) for (const id of came) fresh.add(id);

  // Rows above the focused one that went take their room with them, so that it stays where it is on the screen.
  const above = (ids: readonly string[]) => Math.max(0, ids.indexOf(state.focus ?? ""));
  const gone = above(state.order) - above(kept);
  const order = [...kept, ...came];
  const records = new Map([...state.records].filter(([id]) => waiting.has(id) || isKept(state, id)));
  const next = {
    ...state,
    waiting,
    order,
    fresh,
    records,
    focus: state.focus ?? order[0] ?? null,
    listTop: Math.max(0, state.listTop - gone),
    problem: null,
  };
  const unread = order.filter((id) => !isCurrent(next, id));
  return [inView(next), unread.map((id) => ({ kind: "read-record", id }) as const)];
}

/** Whether what is kept of a call is how it stands: its caller may have left or come back, a person may have given it more time. */
function isCurrent({ records, waiting }: WatchState, id: string): boolean {
  const record = records.get(id);
  const listed = waiting?.get(id);
  if (listed === undefined) return record !== undefined && !DECIDABLE_STATES.includes(record.state);
  return record?.state === listed.state && record.expires_at === listed.expires_at;
}

function isKept({ page, focus, allowed, decided: past }: WatchState, id: string): boolean {
  if (id === focus || id === allowed?.id || (page.kind === "detail" && page.id === id)) return true;
  return past?.some(({ approval_id }) => approval_id === id) ?? false;
}

/** What is on screen and moved is read again. */
function moved({ page, focus, allowed }: WatchState, id: string): WatchEffect[] {
  if (page.kind === "history") return [{ kind: "read-history" }];
  const isSeen = id === focus || id === allowed?.id || (page.kind === "detail" && page.id === id);
  return isSeen ? [{ kind: "read-record", id }] : [];
}

function withRecords({ records }: WatchState, more: WatchState["decided"]): WatchState["records"] {
  return new Map([...records, ...(more ?? []).map((record) => [record.approval_id, record] as const)]);
}

function painted(
  state: WatchState,
  { id, endShown }: Extract<WatchEvent, { kind: "painted" }>,
  now: number,
): WatchState {
  const { page } = state;
  if (page.kind !== "detail" || page.id !== id) return state;
  const fresh = new Set([...state.fresh].filter((each) => each !== id));
  return { ...state, fresh, page: { ...page, shownAt: page.shownAt ?? now, endShown: page.endShown || endShown } };
}

/** The store has it: say so, and go on to the next. */
function decided(state: WatchState, { id, words, allowed }: Extract<WatchEvent, { kind: "decided" }>): WatchState {
  const name = (state.records.get(id) ?? state.waiting?.get(id))?.name ?? id;
  const next: WatchState = {
    ...notBusy(state, id),
    notice: { text: words, look: "good" },
    allowed: allowed ? { id, name } : state.allowed?.id === id ? null : state.allowed,
  };
  if (!state.order.includes(id)) return next;
  const neighbour = neighbourOf(listedIds(state), id);
  const order = next.order.filter((each) => each !== id);
  const moved = { ...next, order, focus: state.focus === id ? neighbour : state.focus };
  const { page } = state;
  if (page.kind !== "detail" || page.id !== id) return inView(moved);
  return inView({ ...moved, page: neighbour === null ? { kind: "list" } : detailPage(neighbour, page.from) });
}

function notBusy(state: WatchState, id: string): WatchState {
  return { ...state, busy: new Set([...state.busy].filter((each) => each !== id)) };
}

import { DECIDABLE_STATES } from "@sallyport/contract/approvals";
import { standing } from "./state-words.ts";
import type { WatchState } from "./watch-state.ts";

/** How long something is on screen before it can be allowed, in milliseconds: a key meant for what was there before must not reach it. */
const SETTLING_MS = 500;

/** Why nothing can be decided about it now, or null where it can. */
export function notDecidable({ problem, busy, records, waiting }: WatchState, id: string, now: number): string | null {
  if (problem !== null) return "the store cannot be read";
  if (busy.has(id)) return "your decision is on its way";
  const record = records.get(id);
  if (record !== undefined && !DECIDABLE_STATES.includes(record.state)) return `it is ${standing(record, now)}`;
  return waiting?.has(id) ? null : "it no longer waits";
}

/** Why it cannot be allowed yet, or null where it can. */
export function notAllowable(state: WatchState, now: number): string | null {
  const { page, records } = state;
  if (page.kind !== "detail") return "open it first, with Enter";
  const not = notDecidable(state, page.id, now);
  if (not !== null) return not;
  if (!records.get(page.id)?.options.some(({ allows }) => allows)) return "the policy offers no option that allows it";
  if (page.shownAt === null) return "it is not on screen yet";
  if (!page.endShown) return "its end was not shown yet; Space scrolls";
  return now - page.shownAt < SETTLING_MS ? "it has only just come on screen" : null;
}

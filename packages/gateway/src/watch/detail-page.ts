import { DECIDABLE_STATES } from "@sallyport/contract/approvals";
import { span } from "../shown.ts";
import { openDetail } from "./layout.ts";
import { leftSpan } from "./list-page.ts";
import { notAllowable } from "./readiness.ts";
import { SAFETY_WORDS, STATE_WORDS, standing } from "./state-words.ts";
import { cutLine, dim, type Line, plain, type Span, strong, warning } from "./styled-line.ts";
import { visibleSpans } from "./visible-spans.ts";
import type { Page, WatchState } from "./watch-state.ts";

/** One call: what it is and how it stands, always on screen, and below it all of it, scrolled. */
export function detailPageRows(
  state: WatchState,
  page: Extract<Page, { kind: "detail" }>,
  now: number,
  room: number,
): { body: Line[]; shows: { id: string; endShown: boolean } | null } {
  const { records, columns } = state;
  const record = records.get(page.id);
  const open = openDetail(state, page.id);
  if (record === undefined || open === null) return { body: [[dim("reading the call")]], shows: null };
  const top = Math.min(page.top, open.lastTop);
  const waits = DECIDABLE_STATES.includes(record.state);
  const safety = SAFETY_WORDS[record.safety];
  const stands: Span[] = waits
    ? [
        record.state === "orphaned"
          ? warning(`${STATE_WORDS.orphaned}: a yes is good for one identical repeat`)
          : plain(STATE_WORDS.pending),
        dim(` · ${span(record.created_at, now)} old · `),
        leftSpan(Date.parse(record.expires_at) - now, record.expires_at, now),
      ]
    : [warning(standing(record, now))];
  const end = Math.min(top + room, open.body.length);
  const below = open.body.length - end;
  const not = waits ? notAllowable(state, now) : null;
  const place = below > 0 ? `${below} more rows below` : `all ${open.body.length} rows to the end`;
  const head: Line[] = [
    [
      ...visibleSpans(record.server).map((part) => (part.look === "plain" ? strong(part.text) : part)),
      plain(" > "),
      ...visibleSpans(record.tool).map((part) => (part.look === "plain" ? strong(part.text) : part)),
      plain("  "),
      record.safety === "destructive" ? warning(safety) : dim(safety),
    ],
    stands,
    [dim(place + (waits ? ` · ${not === null ? "a allows it" : `to allow it: ${not}`}` : ""))],
  ];
  return {
    body: [...head.map((line) => cutLine(line, columns)), ...open.body.slice(top, end)],
    shows: { id: page.id, endShown: below === 0 },
  };
}

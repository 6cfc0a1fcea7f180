import { batch, computed, effect, type ReadonlySignal, type Signal, signal, untracked } from "@preact/signals";
import { effectLine } from "../text/effect-line.ts";
import { matches, parseQuery, type WaitingApproval } from "./approval-query.ts";
import type { Approvals } from "./approvals.ts";
import type { Route } from "./route.ts";
import { follow, NOTHING_SHOWN, neighbour, type SettledOrder, settle } from "./settled-order.ts";
import { type TriageRow, triageRows } from "./triage-rows.ts";

export const GROUPINGS = ["none", "server", "session", "agent"] as const;
export type Grouping = (typeof GROUPINGS)[number];
export const SORTINGS = ["oldest", "newest", "ends soonest"] as const;
type Sorting = (typeof SORTINGS)[number];

/** The list of what waits as a person goes through it. */
export interface Triage {
  readonly query: Signal<string>;
  readonly grouping: Signal<Grouping>;
  readonly sorting: Signal<Sorting>;
  readonly rows: ReadonlySignal<readonly TriageRow[]>;
  /** The one whose detail is shown. */
  readonly current: ReadonlySignal<string | null>;
  /** Whether the detail stands in the list's place where both have no room. */
  readonly open: Signal<boolean>;
  readonly selected: ReadonlySignal<ReadonlySet<string>>;
  /** All that the list shows and that still wait. */
  readonly selectable: ReadonlySignal<readonly string[]>;
  /** Moves to another row; rows of groups are passed over. */
  step(by: 1 | -1): void;
  show(id: string): void;
  /** Puts what is new in its place. Answers the first of it. */
  showFresh(): string | null;
  toggle(id: string): void;
  selectAll(): void;
  clearSelection(): void;
  /** To be called when one was decided here: goes on to the next. */
  leave(id: string): void;
}

export function openTriage(approvals: Approvals, route: Route): Triage {
  const query = signal("");
  const grouping = signal<Grouping>("none");
  const sorting = signal<Sorting>("oldest");
  const order = signal<SettledOrder>(NOTHING_SHOWN);
  const open = signal(route.place.value.id !== null);
  const selected = signal<ReadonlySet<string>>(new Set());

  const effects = computed(
    () => new Map([...approvals.records.value].map(([id, record]) => [id, effectLine(record.arguments)] as const)),
  );
  const sorted = computed(() => {
    const wanted = parseQuery(query.value);
    const found = (approvals.waiting.value.value ?? []).filter((approval) =>
      matches(wanted, approval, effects.value.get(approval.approval_id)),
    );
    return [...found].sort(COMPARE[sorting.value]).map(({ approval_id: id }) => id);
  });
  const current = computed(() => {
    const { page, id } = route.place.value;
    return page === "approvals" ? (id ?? order.value.shown[0] ?? null) : null;
  });
  const byId = computed(() => new Map((approvals.waiting.value.value ?? []).map((each) => [each.approval_id, each])));

  // What a person asked for is sorted anew; what only happened is not.
  let asked = "";
  effect(() => {
    const wish = [query.value, sorting.value, grouping.value].join("\n");
    const now = sorted.value;
    untracked(() => {
      order.value = wish === asked ? follow(order.value, now, current.value) : settle(now);
      asked = wish;
      selected.value = new Set([...selected.value].filter((id) => byId.value.has(id)));
    });
  });

  const rows = computed(() => triageRows(order.value, byId.value, approvals.records.value, grouping.value));
  const selectable = computed(() => order.value.shown.filter((id) => byId.value.has(id)));
  const show = (id: string): void => route.replace({ page: "approvals", id });

  return {
    query,
    grouping,
    sorting,
    rows,
    current,
    open,
    selected,
    selectable,
    step(by) {
      const ids = rows.value.flatMap((row) => (row.kind === "approval" ? [row.approval.approval_id] : []));
      const at = ids.indexOf(current.value ?? "");
      const next = ids[at === -1 ? 0 : Math.min(Math.max(at + by, 0), ids.length - 1)];
      if (next !== undefined) show(next);
    },
    show,
    showFresh() {
      const [first] = order.value.fresh;
      order.value = settle(sorted.value);
      return first ?? null;
    },
    toggle(id) {
      const now = new Set(selected.value);
      if (!now.delete(id)) now.add(id);
      selected.value = now;
    },
    selectAll() {
      selected.value = new Set(selectable.value);
    },
    clearSelection() {
      selected.value = new Set();
    },
    leave(id) {
      if (current.value !== id) return;
      const next = neighbour(order.value, id);
      batch(() => {
        route.replace({ page: "approvals", id: next });
        order.value = follow(order.value, sorted.value, next);
      });
    },
  };
}

const COMPARE: Record<Sorting, (left: WaitingApproval, right: WaitingApproval) => number> = {
  oldest: (left, right) => left.created_at.localeCompare(right.created_at),
  newest: (left, right) => right.created_at.localeCompare(left.created_at),
  "ends soonest": (left, right) => left.expires_at.localeCompare(right.expires_at),
};

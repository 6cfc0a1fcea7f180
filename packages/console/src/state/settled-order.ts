/**
 * A list that does not move under a person: what was shown stays in its place, what is new stands after it in the order it
 * came until somebody asks for it.
 */
export interface SettledOrder {
  /** Ids in the order they are shown. */
  shown: readonly string[];
  /** Those of them that came after the order was settled. */
  fresh: ReadonlySet<string>;
}

export const NOTHING_SHOWN: SettledOrder = { shown: [], fresh: new Set() };

/** Everything in its sorted place; nothing is new. */
export function settle(sorted: readonly string[]): SettledOrder {
  return { shown: sorted, fresh: new Set() };
}

/**
 * The order after a change.
 * @param sorted what there is now, as it would be sorted
 * @param held the one a person is at: it stays although it is gone
 */
export function follow({ shown, fresh }: SettledOrder, sorted: readonly string[], held: string | null): SettledOrder {
  if (shown.length === 0) return settle(sorted);
  const there = new Set(sorted);
  const kept = shown.filter((id) => there.has(id) || id === held);
  const known = new Set(kept);
  const came = sorted.filter((id) => !known.has(id));
  return {
    shown: [...kept, ...came],
    fresh: new Set([...[...fresh].filter((id) => known.has(id)), ...came]),
  };
}

/** Where a person is after the one they were at was decided: the next, or the last. */
export function neighbour({ shown }: SettledOrder, id: string): string | null {
  const at = shown.indexOf(id);
  return shown[at + 1] ?? shown[at - 1] ?? null;
}

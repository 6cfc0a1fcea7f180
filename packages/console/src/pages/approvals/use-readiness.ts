import { useCallback, useEffect, useState } from "preact/hooks";
import { notReady, SETTLING_MS, type Seen } from "../../state/readiness.ts";

/** Watches whether one approval has been on screen long enough, and to its end. Tell it through `onTop` and `onEnd`. */
export function useReadiness(id: string) {
  const [seen, setSeen] = useState<{ id: string; top: number | null; end: boolean }>({ id, top: null, end: false });
  const mine = seen.id === id ? seen : { id, top: null, end: false };

  const onTop = useCallback(
    () => setSeen((now) => ({ id, top: performance.now(), end: now.id === id && now.end })),
    [id],
  );
  const onEnd = useCallback(() => setSeen((now) => ({ id, top: now.id === id ? now.top : null, end: true })), [id]);

  const [, tick] = useState(0);
  useEffect(() => {
    if (mine.top === null) return undefined;
    const timer = setTimeout(() => tick((count) => count + 1), SETTLING_MS + 20);
    return () => clearTimeout(timer);
  }, [mine.top]);

  const state: Seen | null = mine.top === null ? null : { shownAt: mine.top, endShown: mine.end };
  return { not: notReady(state, performance.now()), onTop, onEnd };
}

/** How long something is on screen before it can be allowed, in milliseconds: a key meant for what was there before must not reach it. */
export const SETTLING_MS = 500;

/** What was seen of one approval. */
export interface Seen {
  /** When its detail came on screen, on the clock of `now`. */
  shownAt: number;
  endShown: boolean;
}

/** Why it cannot be allowed yet, or null where it can. */
export function notReady(seen: Seen | null, now: number): string | null {
  if (seen === null) return "it is not on screen yet";
  if (!seen.endShown) return "scroll to the end of the arguments first";
  return now - seen.shownAt < SETTLING_MS ? "it has only just come on screen" : null;
}

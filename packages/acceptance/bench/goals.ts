/** One figure beside what it should be. A goal that is missed is said in the page and fails nothing. */
export interface Goal {
  what: string;
  measured: string;
  target: string;
  met: boolean;
}

/** What one part of the bench adds to the page. */
export interface Part {
  title: string;
  /** Markdown: what was done, and the figures that have no target. */
  text?: string;
  goals: readonly Goal[];
}

export const atMost = (what: string, value: number, limit: number, unit: string): Goal => ({
  what,
  measured: `${value.toFixed(2)}${unit}`,
  target: `at most ${limit}${unit}`,
  met: value <= limit,
});

export const atLeast = (what: string, value: number, limit: number, unit: string): Goal => ({
  what,
  measured: `${unit === "x" ? value.toFixed(2) : Math.round(value)}${unit}`,
  target: `at least ${limit}${unit}`,
  met: value >= limit,
});

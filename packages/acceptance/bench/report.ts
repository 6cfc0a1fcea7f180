export interface WayFigures {
  name: string;
  p50: number;
  p99: number;
  perSecond: number;
  /** Resident memory of the process in megabytes: ready, and after all the calls. */
  loaded: number;
  worked: number;
}

export interface Figures {
  ways: readonly WayFigures[];
  decide: { p50: number; perSecond: number };
  starts: readonly { name: string; ms: number }[];
  machine: string;
}

interface Row {
  what: string;
  measured: string;
  target: string;
  met: boolean;
}

const atMost = (what: string, value: number, limit: number, unit: string): Row => ({
  what,
  measured: `${value.toFixed(2)}${unit}`,
  target: `at most ${limit}${unit}`,
  met: value <= limit,
});
const atLeast = (what: string, value: number, limit: number, unit: string): Row => ({
  what,
  measured: `${unit === "x" ? value.toFixed(2) : Math.round(value)}${unit}`,
  target: `at least ${limit}${unit}`,
  met: value >= limit,
});

function rows({ ways, decide, starts }: Figures): Row[] {
  const [, bare, gate] = ways;
  if (bare === undefined || gate === undefined) throw new Error("a way is missing");
  return [
    atMost("gated call p50 against the bare proxy", gate.p50 / bare.p50, 2, "x"),
    atMost("gated call p99 against the bare proxy", gate.p99 / bare.p99, 2.5, "x"),
    atLeast("calls per second at 32 in flight against the bare proxy", gate.perSecond / bare.perSecond, 0.6, "x"),
    atMost("gated call p50", gate.p50, 0.2, " ms"),
    atLeast("gated calls per second at 32 in flight", gate.perSecond, 15_000, "/s"),
    atMost("memory of the gateway, loaded", gate.loaded, 120, " MB"),
    atMost("`decide` p50", decide.p50, 0.15, " ms"),
    atLeast("`decide` per second", decide.perSecond, 10_000, "/s"),
    ...starts.map(({ name, ms }, index) =>
      atMost(`\`${name}\` answers initialize`, ms, index === 0 ? 400 : 150, " ms"),
    ),
  ];
}

export const table = (head: string[], lines: string[][]) =>
  [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** The generated part of `docs/performance.md`. */
export function report(figures: Figures): string {
  const judged = rows(figures);
  const missed = judged.filter(({ met }) => !met);
  const alone = figures.ways[0];
  return [
    `Measured on ${figures.machine}, all ways in one run, rounds interleaved, medians of the rounds. Absolute figures are this machine's; the ratios travel.`,
    "",
    table(
      [
        "way",
        "call p50",
        "call p99",
        "calls/s at 32 in flight",
        "against the child alone (p50)",
        "resident memory, ready / after the run",
      ],
      figures.ways.map((way) => [
        way.name,
        `${way.p50.toFixed(3)} ms`,
        `${way.p99.toFixed(3)} ms`,
        String(Math.round(way.perSecond)),
        `${(way.p50 / (alone?.p50 ?? Number.NaN)).toFixed(2)}x`,
        `${Math.round(way.loaded)} / ${Math.round(way.worked)} MB`,
      ]),
    ),
    "",
    table(
      ["figure", "measured", "target", "met"],
      judged.map(({ what, measured, target, met }) => [what, measured, target, met ? "yes" : "**no**"]),
    ),
    "",
    missed.length === 0
      ? "Every target above is met in this run."
      : `Not met in this run: ${missed.map(({ what, measured, target }) => `${what} (${measured}, target ${target})`).join("; ")}.`,
  ].join("\n");
}

import { CALL_COLUMNS, type CallFigures, callCells, callRound, medianRound } from "./calls.ts";
import { counted } from "./counts.ts";
import { atLeast, atMost, type Part } from "./goals.ts";
import { prepareGround } from "./ground.ts";
import { table } from "./table.ts";
import { waysOn } from "./ways.ts";

const ROUNDS = 7;

/** The gated call over stdio beside the child alone and a bare proxy. */
export async function gatedCalls(): Promise<Part> {
  using ground = prepareGround();
  ground.sallyport("modes", "set", "open");
  const open = waysOn(ground).map((way) => ({ ...way, pipe: way.open(), loaded: 0, rounds: [] as CallFigures[] }));
  for (const way of open) {
    const { pipe, tool } = way;
    await pipe.initialize();
    await pipe.request("tools/list", {});
    way.loaded = pipe.residentMegabytes();
    await callRound(pipe, tool, { sequential: counted(500), concurrent: counted(2_000) });
  }
  // Rounds are interleaved, so that what else the machine does meets every way alike.
  for (let round = 0; round < ROUNDS; round++)
    for (const { pipe, tool, rounds } of open)
      rounds.push(await callRound(pipe, tool, { sequential: counted(2_000), concurrent: counted(10_000) }));
  const figures = open.map(({ name, pipe, loaded, rounds }) => ({
    name,
    loaded,
    ...medianRound(rounds),
    worked: pipe.residentMegabytes(),
  }));
  for (const { pipe } of open) await pipe.close();

  const [alone, bare, gate] = figures;
  if (alone === undefined || bare === undefined || gate === undefined) throw new Error("a way is missing");
  return {
    title: "Calls",
    text: table(
      ["way", ...CALL_COLUMNS, "against the child alone (p50)", "resident memory, ready / after the run"],
      figures.map((way) => [
        way.name,
        ...callCells(way),
        `${(way.p50 / alone.p50).toFixed(2)}x`,
        `${Math.round(way.loaded)} / ${Math.round(way.worked)} MB`,
      ]),
    ),
    goals: [
      atMost("gated call p50 against the bare proxy", gate.p50 / bare.p50, 2, "x"),
      atMost("gated call p99 against the bare proxy", gate.p99 / bare.p99, 2.5, "x"),
      atLeast("calls per second at 32 in flight against the bare proxy", gate.perSecond / bare.perSecond, 0.6, "x"),
      atMost("gated call p50", gate.p50, 0.2, " ms"),
      atLeast("gated calls per second at 32 in flight", gate.perSecond, 15_000, "/s"),
      atMost("memory of the gateway, loaded", gate.loaded, 120, " MB"),
    ],
  };
}

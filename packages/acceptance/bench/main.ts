// `pnpm bench`: the gated call, `decide` and start-up beside a bare proxy and the child alone, in one run.
import { cpus } from "node:os";
import { callsPerSecond, sequentialCalls } from "./calls.ts";
import { measureDecide } from "./decide.ts";
import { median, percentile } from "./figures.ts";
import { writePage } from "./page.ts";
import { report } from "./report.ts";
import { measureStarts } from "./start-up.ts";
import { prepareWays } from "./ways.ts";

const ROUNDS = 7;
const SEQUENTIAL = 2_000;
const CONCURRENT = 10_000;
const STARTS = 10;

const ground = prepareWays();
try {
  const open = ground.ways.map((way) => ({
    ...way,
    pipe: way.open(),
    loaded: 0,
    p50: [] as number[],
    p99: [] as number[],
    perSecond: [] as number[],
  }));
  for (const way of open) {
    const { pipe, tool } = way;
    await pipe.initialize();
    await pipe.request("tools/list", {});
    way.loaded = pipe.residentMegabytes();
    await sequentialCalls(pipe, tool, 500);
    await callsPerSecond(pipe, tool, 32, 2_000);
  }
  // Rounds are interleaved, so that what else the machine does meets every way alike.
  for (let round = 0; round < ROUNDS; round++) {
    for (const way of open) {
      const samples = await sequentialCalls(way.pipe, way.tool, SEQUENTIAL);
      way.p50.push(percentile(samples, 0.5));
      way.p99.push(percentile(samples, 0.99));
      way.perSecond.push(await callsPerSecond(way.pipe, way.tool, 32, CONCURRENT));
    }
    process.stderr.write(`round ${round + 1} of ${ROUNDS}\n`);
  }
  const ways = open.map(({ name, pipe, loaded, p50, p99, perSecond }) => ({
    name,
    loaded,
    p50: median(p50),
    p99: median(p99),
    perSecond: median(perSecond),
    worked: pipe.residentMegabytes(),
  }));
  for (const { pipe } of open) await pipe.close();

  const gateway = ground.ways[2];
  if (gateway === undefined) throw new Error("the gateway is not among the ways");
  const starts = await measureStarts(ground.environment, gateway.open, STARTS);
  const decide = await measureDecide(20_000);
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}`;
  const text = report({ ways, decide, starts, machine });
  writePage("bench", text);
  process.stdout.write(`${text}\n`);
} finally {
  ground.clear();
}

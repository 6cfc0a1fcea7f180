// `pnpm bench`: every part, into the page of figures. `pnpm bench NAME...`: those parts alone, printed only.
// `SALLYPORT_BENCH_HOLD_S=600` holds the asks longer, `SALLYPORT_BENCH_SCALE=0.02` tries everything with few calls.
import { asksHeld } from "./asks-held.ts";
import { SCALE } from "./counts.ts";
import { decideAlone } from "./decide.ts";
import { decisionTimes } from "./decision-times.ts";
import { doorFigures } from "./door-figures.ts";
import { gatedCalls } from "./gated-calls.ts";
import type { Part } from "./goals.ts";
import { httpCalls } from "./http-calls.ts";
import { writePage } from "./page.ts";
import { pageOpen } from "./page-open.ts";
import { report } from "./report.ts";
import { startUp } from "./start-up.ts";

const PARTS: ReadonlyMap<string, () => Promise<Part>> = new Map([
  ["calls", gatedCalls],
  ["http", httpCalls],
  ["page", pageOpen],
  ["decisions", decisionTimes],
  ["asks", asksHeld],
  ["door", doorFigures],
  ["decide", decideAlone],
  ["starts", startUp],
]);

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !PARTS.has(name));
if (unknown.length > 0) {
  process.stderr.write(`no part \`${unknown.join("`, `")}\`; there are ${[...PARTS.keys()].join(", ")}\n`);
  process.exit(2);
}

const parts: Part[] = [];
for (const [name, measure] of PARTS) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const started = performance.now();
  parts.push(await measure());
  process.stderr.write(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
}
const text = report(parts);
if (wanted.length === 0 && SCALE === 1) writePage("bench", text);
process.stdout.write(`${text}\n`);

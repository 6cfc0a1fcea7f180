// `pnpm bench:packed`: what the packed test measured, into the page of figures.
import { readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { type Figures, REPORT } from "../src/packed/figures.ts";
import { writePage } from "./page.ts";
import { table } from "./table.ts";

const TARGET_MS = 150;

// Written by the test a moment ago.
const figures = JSON.parse(readFileSync(REPORT, "utf8")) as Figures[];

writePage(
  "packed",
  [
    "`npx -y @sallyport/NAME` from a registry on the same machine, in an empty folder: with an empty cache, then again. The rest is of the",
    `installed command by itself, median of a few starts; the goal for a server with one job is ${TARGET_MS} ms. The compositor and the gateway`,
    "start the filesystem server from npm behind them before they answer. `pnpm bench:packed` writes this table; it was written on",
    `${cpus().length} cores with a load of ${(loadavg()[1] ?? 0).toFixed(0)}, on Node ${process.version}.`,
    "",
    table(
      [
        "server",
        "packages installed",
        "listed, cold",
        "listed, warm",
        "`initialize` answered",
        "gone after stdin ends",
      ],
      figures.map(({ name, packages, coldSeconds, warmSeconds, initializeMs, goneMs }) => [
        `\`${name}\``,
        String(packages),
        `${coldSeconds.toFixed(1)} s`,
        `${warmSeconds.toFixed(1)} s`,
        `${initializeMs.toFixed(0)} ms`,
        `${goneMs.toFixed(0)} ms`,
      ]),
    ),
  ].join("\n"),
);

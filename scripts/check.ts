import { mkdirSync, rmSync } from "node:fs";
import { runStep, type Step } from "./check-step.ts";
import { addCounts, type Counts, countLine, readCounts } from "./test-counts.ts";

const vitest = (project: string) => [
  "vitest",
  "run",
  "--project",
  project,
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=reports/${project}.json`,
];

const STEPS: readonly Step[] = [
  { name: "typecheck", command: ["tsc", "-p", "tsconfig.json"] },
  // The page is no Node program: it has a browser's types, and JSX.
  { name: "typecheck-page", command: ["tsc", "-p", "packages/console/tsconfig.page.json"] },
  { name: "biome", command: ["biome", "check", "--error-on-warnings", "."] },
  { name: "knip", command: ["knip"] },
  { name: "topology", command: ["node", "scripts/topology.ts"] },
  { name: "boundaries", command: ["turbo", "boundaries"] },
  { name: "docs", command: ["node", "--conditions=@sallyport/source", "scripts/generate.ts", "--check"] },
  { name: "build", command: ["turbo", "run", "build", "--output-logs=errors-only"] },
  { name: "publint", command: ["turbo", "run", "package-lint", "--output-logs=errors-only"], needs: "build" },
  { name: "unit", command: vitest("unit"), report: "reports/unit.json" },
  { name: "acceptance", command: vitest("acceptance"), report: "reports/acceptance.json", needs: "build" },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name));
if (unknown.length > 0) {
  process.stderr.write(`no step \`${unknown.join("`, `")}\`; there are ${STEPS.map((step) => step.name).join(", ")}\n`);
  process.exit(2);
}
const steps = wanted.length === 0 ? STEPS : STEPS.filter((step) => wanted.includes(step.name));

rmSync("reports", { recursive: true, force: true });
mkdirSync("reports");

const failed = new Set<string>();
let counts: Counts = { passed: 0, failed: 0, skipped: 0 };

for (const step of steps) {
  if (step.needs !== undefined && failed.has(step.needs)) {
    process.stdout.write(`✗ ${step.name}: not run, \`${step.needs}\` failed\n`);
    failed.add(step.name);
    continue;
  }
  if (!(await runStep(step))) failed.add(step.name);
  if (step.report === undefined) continue;
  const found = readCounts(step.report);
  if (found.passed + found.failed === 0) {
    process.stdout.write(`✗ ${step.name}: no test ran\n`);
    failed.add(step.name);
  }
  if (found.failed > 0) failed.add(step.name);
  counts = addCounts(counts, found);
}

if (failed.size > 0) process.stdout.write(`\nfailed: ${[...failed].join(", ")}\n`);
if (steps.some((step) => step.report !== undefined)) process.stdout.write(`${countLine(counts)}\n`);
process.exit(failed.size > 0 ? 1 : 0);

import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { approvalDiagram } from "./generated/approval-states.ts";
import { exitTable, faultTable, gateErrorTable, protocolErrorTable } from "./generated/error-tables.ts";
import { type MadeFile, packageManifests, readmeOf, registryEntry, serverPackages } from "./generated/package-files.ts";
import { packageGraph, packageTable } from "./generated/package-graph.ts";
import { fillRegions, type RegionMaker, regionNames } from "./generated/regions.ts";
import { SERVERS_WITH_TOOLS, toolReference, toolTable } from "./generated/tool-pages.ts";
import { readmeProblems } from "./readme-rules.ts";

const MAKERS: Readonly<Record<string, RegionMaker>> = {
  "approval-states": approvalDiagram,
  "exit-codes": exitTable,
  "fault-codes": faultTable,
  "gate-errors": gateErrorTable,
  graph: packageGraph,
  packages: packageTable,
  "protocol-errors": protocolErrorTable,
  "tool-reference": toolReference,
  tools: toolTable,
};

/** Regions that must stand somewhere: deleting one is not a way to pass the check. */
const REQUIRED: readonly { file: string; regions: readonly string[] }[] = [
  { file: "README.md", regions: ["graph", "packages"] },
  { file: "docs/reference/approvals.md", regions: ["approval-states"] },
  { file: "docs/reference/errors.md", regions: ["gate-errors", "protocol-errors", "fault-codes", "exit-codes"] },
  { file: "docs/reference/tools.md", regions: ["tool-reference"] },
  ...SERVERS_WITH_TOOLS.map((folder) => ({ file: `packages/${folder}/README.md`, regions: ["tools"] })),
];

const checking = process.argv.includes("--check");
const problems = REQUIRED.flatMap(({ file, regions }) => {
  const found = existsSync(file) ? regionNames(readFileSync(file, "utf8")) : [];
  return regions
    .filter((region) => !found.includes(region))
    .map((region) => `${file}: put \`<!-- generated:${region} -->\` and \`<!-- /generated -->\` where it belongs`);
});

const manifests = packageManifests();
manifests.forEach(bringUpToDate);

for (const file of globSync(["README.md", "docs/**/*.md", "packages/*/README.md"]).sort()) {
  const folder = /^packages\/([^/]+)\//.exec(file)?.[1] ?? null;
  bringUpToDate({ file, text: fillRegions(readFileSync(file, "utf8"), MAKERS, folder) });
}

for (const server of await serverPackages(manifests.map(({ manifest }) => manifest))) {
  if (server.status === "rejected") {
    problems.push(String(server.reason.message));
    continue;
  }
  bringUpToDate(registryEntry(server.value));
  problems.push(...readmeProblems({ ...server.value, page: readmeOf(server.value) }));
}

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exit(problems.length > 0 ? 1 : 0);

function bringUpToDate({ file, text }: MadeFile): void {
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  if (checking) problems.push(`${file}: generated parts are out of date; run \`pnpm generate\``);
  else writeFileSync(file, text);
}

import type { Package, PackageTree, SourceFile } from "./package-tree.ts";

/** Third-party code that one package alone may import, so that nobody else drags it along or leans on its types. */
const ONE_IMPORTER: readonly { prefix: string; owner: string }[] = [
  { prefix: "@modelcontextprotocol/", owner: "mcp" },
  { prefix: "kysely", owner: "store" },
  { prefix: "quickjs-wasi", owner: "policy" },
  { prefix: "dockerode", owner: "container" },
];

/** The package of proofs talks to real servers with the real SDK. */
const PROOF = "acceptance";

/** Files beside `bin.ts` and `main.ts` that stand at the edge of a process, with the reason. */
const PROCESS_EDGES: Readonly<Record<string, string>> = {
  "gateway/src/process-surroundings.ts": "everything the command finds around it, read in one place",
  "policy/src/quickjs/evaluator.ts": "the entry of the evaluator's own process",
  "policy/src/quickjs/quickjs-engine.ts": "where to look for bwrap, unless it is told",
};

/** The one file outside its package that a test may import. */
const TEST_PREREQUISITES = "/scripts/system-parts.ts";

/** Words that name nothing (style, "Naming here"). */
const EMPTY_WORDS: ReadonlySet<string> = new Set([
  "util",
  "utils",
  "helper",
  "helpers",
  "common",
  "shared",
  "misc",
  "manager",
  "managers",
  "service",
  "services",
  "base",
  "core",
  "data",
  "info",
]);

/** Everything in a workspace that breaks the architecture's rules, one line each; empty where all is well. */
export function topologyProblems(tree: PackageTree): string[] {
  return tree.packages.flatMap((from) => [
    ...layerProblems(tree, from),
    ...arrowProblems(tree, from),
    ...nameProblems(from),
    ...from.sources.flatMap((file) => [...importerProblems(from, file), ...processProblems(from, file)]),
  ]);
}

function layerProblems(tree: PackageTree, { folder, name, tags }: Package): string[] {
  const problems = [];
  if (name !== `@sallyport/${folder}`) problems.push(`packages/${folder}: is named \`${name}\`, not after its folder`);
  const [layer, ...more] = tags;
  if (layer === undefined || more.length > 0 || !Object.hasOwn(tree.layers, layer)) {
    problems.push(`packages/${folder}: give it one layer of turbo.json as \`tags\` in packages/${folder}/turbo.json`);
  }
  return problems;
}

function arrowProblems(tree: PackageTree, from: Package): string[] {
  const byName = new Map(tree.packages.map((each) => [each.name, each]));
  const allowed = from.tags.flatMap((tag) => tree.layers[tag] ?? []);
  const refuses = (target: string) => {
    const to = byName.get(packageName(target));
    return to !== undefined && to !== from && !to.tags.some((tag) => allowed.includes(tag));
  };
  return [
    ...from.dependencies
      .filter(refuses)
      .map((target) => `packages/${from.folder}/package.json: may not depend on \`${target}\``),
    ...from.sources.flatMap((file) =>
      file.imports.filter(refuses).map((target) => `${place(from, file)}: may not import \`${target}\``),
    ),
    ...from.sources.flatMap((file) =>
      file.imports
        .filter(
          (target) =>
            leavesPackage(file.path, target) && !(isForTests(from, file) && target.endsWith(TEST_PREREQUISITES)),
        )
        .map((target) => `${place(from, file)}: \`${target}\` leaves the package`),
    ),
  ];
}

function importerProblems(from: Package, file: SourceFile): string[] {
  if (isForTests(from, file)) return [];
  return file.imports.flatMap((target) =>
    ONE_IMPORTER.filter(({ prefix, owner }) => target.startsWith(prefix) && from.folder !== owner).map(
      ({ owner }) => `${place(from, file)}: only \`${owner}\` may import \`${target}\``,
    ),
  );
}

function processProblems(from: Package, file: SourceFile): string[] {
  const edge = /(^|\/)(bin|main)\.ts$/.test(file.path) || Object.hasOwn(PROCESS_EDGES, `${from.folder}/${file.path}`);
  if (edge || isForTests(from, file)) return [];
  const reads = /\bprocess\s*\.\s*(?:argv|env)\b|\b(?:argv|env)\b[^;\n]*\}\s*from\s*["']node:process["']/;
  return reads.test(file.text)
    ? [
        `${place(from, file)}: reads \`process.argv\` or \`process.env\`; let bin.ts or main.ts read it and hand it over`,
      ]
    : [];
}

function nameProblems(from: Package): string[] {
  return [from.folder, ...from.sources.map((file) => file.path)]
    .filter((path) => path.split(/[/.-]/).some((word) => EMPTY_WORDS.has(word)))
    .map((path) => `packages/${from.folder}: \`${path}\` has a name that says nothing; name the noun`);
}

/** A test, or what only tests use. */
function isForTests(from: Package, file: SourceFile): boolean {
  return (
    from.folder === PROOF ||
    file.path.endsWith(".test.ts") ||
    /^src\/(.+\/)?(testing|fixtures|conformance)\//.test(file.path)
  );
}

function place(from: Package, file: SourceFile): string {
  return `packages/${from.folder}/${file.path}`;
}

function packageName(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

function leavesPackage(path: string, specifier: string): boolean {
  if (!specifier.startsWith("../")) return false;
  const ups = specifier.split("/").filter((part) => part === "..").length;
  return ups >= path.split("/").length;
}

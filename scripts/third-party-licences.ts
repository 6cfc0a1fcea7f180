import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What esbuild says of the files it wrote: the files that went into each, and how much of them is left in it. */
export interface BundleReport {
  outputs: Readonly<Record<string, { inputs: Readonly<Record<string, { bytesInOutput: number }>> }>>;
}

/** A part of esbuild's plugin interface, so that nothing here needs its types. */
interface Build {
  onEnd(callback: (result: { metafile?: BundleReport | undefined; errors: readonly unknown[] }) => void): void;
}

const FILE = "THIRD-PARTY-LICENSES.txt";
const ALLOWED: ReadonlySet<string> = new Set(["MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC"]);

/** Writes the licences of everything that was bundled beside the bundle; fails the build where one is missing or not allowed. */
export const thirdPartyLicences = {
  name: "third-party-licences",
  setup(build: Build) {
    build.onEnd(({ metafile, errors }) => {
      if (metafile === undefined || errors.length > 0) return;
      const text = licencesOf(metafile);
      if (text === null) return;
      mkdirSync("dist", { recursive: true });
      writeFileSync(join("dist", FILE), text);
    });
  },
};

/** The licence texts a bundle has to bring, or null where it holds nobody else's code. */
export function licencesOf({ outputs }: BundleReport): string | null {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  const folders = inputs.flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? packageFolder(path) : []));
  if (folders.length === 0) return null;
  const sections = new Map(folders.map((folder) => [folder, section(folder)]));
  return ["Code of others that is bundled into this package, and its licences.", ...[...sections.values()].sort()].join(
    "\n\n",
  );
}

/** The folder of the npm package a file is from; none for a file of our own. */
function packageFolder(path: string): string[] {
  const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
  return folder === undefined ? [] : [folder];
}

function section(folder: string): string {
  const { name, version, license } = manifestOf(folder);
  if (license === undefined || !ALLOWED.has(license)) {
    throw new Error(`\`${name}\` has the licence \`${license}\`; bundle nothing but ${[...ALLOWED].join(", ")}`);
  }
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)(\.(md|txt))?$/i.test(file));
  if (files.length === 0) throw new Error(`\`${name}\` brings no licence text; it cannot be bundled`);
  const texts = files.sort().map((file) => readFileSync(join(folder, file), "utf8").trim());
  return [`---- ${name} ${version} (${license})`, ...texts].join("\n\n");
}

function manifestOf(folder: string): { name: string; version: string; license?: string } {
  const path = join(folder, "package.json");
  if (!existsSync(path)) throw new Error(`${folder} is no package; what is bundled must come from npm`);
  return JSON.parse(readFileSync(path, "utf8"));
}

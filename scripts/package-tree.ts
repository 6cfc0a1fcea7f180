import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One source file, with what the topology rules ask about it. */
export interface SourceFile {
  /** From the package's folder: `src/tools/decide.ts`. */
  path: string;
  text: string;
  /** Every module specifier it names, statically or dynamically. */
  imports: readonly string[];
}

export interface Package {
  /** The folder's name. */
  folder: string;
  name: string;
  description: string;
  private: boolean;
  bins: readonly string[];
  tags: readonly string[];
  /** Names in `dependencies`, `devDependencies`, `peerDependencies` and `optionalDependencies`. */
  dependencies: readonly string[];
  sources: readonly SourceFile[];
}

/** The packages of a workspace, and what each layer of them may import. */
export interface PackageTree {
  packages: readonly Package[];
  layers: Readonly<Record<string, readonly string[]>>;
}

interface Manifest {
  name: string;
  description?: string;
  private?: boolean;
  bin?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

interface TurboFile {
  tags?: string[];
  boundaries?: { tags?: Record<string, { dependencies?: { allow?: string[] } }> };
}

/** Reads a workspace from disk; its layers are the `boundaries` of the root `turbo.json`. */
export function readPackageTree(root: string): PackageTree {
  const rules = readJson<TurboFile>(join(root, "turbo.json")).boundaries?.tags ?? {};
  const folders = readdirSync(join(root, "packages"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, "packages", entry.name, "package.json")))
    .map((entry) => entry.name)
    .sort();
  return {
    packages: folders.map((folder) => readPackage(join(root, "packages", folder), folder)),
    layers: Object.fromEntries(Object.entries(rules).map(([tag, rule]) => [tag, rule.dependencies?.allow ?? []])),
  };
}

function readPackage(path: string, folder: string): Package {
  const manifest = readJson<Manifest>(join(path, "package.json"));
  const turbo = join(path, "turbo.json");
  return {
    folder,
    name: manifest.name,
    description: manifest.description ?? "",
    private: manifest.private ?? false,
    bins: Object.keys(manifest.bin ?? {}),
    tags: existsSync(turbo) ? (readJson<TurboFile>(turbo).tags ?? []) : [],
    dependencies: [
      manifest.dependencies,
      manifest.devDependencies,
      manifest.peerDependencies,
      manifest.optionalDependencies,
    ].flatMap((names) => Object.keys(names ?? {})),
    sources: existsSync(join(path, "src")) ? readSources(path) : [],
  };
}

function readSources(path: string): SourceFile[] {
  return readdirSync(join(path, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.[cm]?tsx?$/.test(file))
    .sort()
    .map((file) => {
      const text = withoutComments(readFileSync(join(path, "src", file), "utf8"));
      return { path: `src/${file}`, text, imports: specifiers(text) };
    });
}

const SPECIFIER = /(?:\bfrom|\bimport|\bimport\(|\brequire\(|\bresolve\()\s*["'`]([^"'`]+)["'`]/g;

function specifiers(text: string): string[] {
  return [...text.matchAll(SPECIFIER)].map(([, specifier = ""]) => specifier);
}

/** Good enough to keep prose out of the rules: block comments, and line comments that own their line. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

/** The files read are this repository's own, and what matters in them is compared afterwards. */
function readJson<Shape>(path: string): Shape {
  return JSON.parse(readFileSync(path, "utf8")) as Shape;
}

import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { workspace } from "./local-registry.ts";

/** One of our packages as npm laid it out. */
export interface InstalledPackage {
  name: string;
  files: readonly string[];
  /** Third-party packages whose code is in its own files. */
  bundles: readonly string[];
  /** Third-party packages whose licences it brings. */
  named: readonly string[];
  /** What has no business in a package. */
  strays: readonly string[];
}

const BUILT_FROM = /^\/\/ .*node_modules\/((?:@[^/\n]+\/)?[^/@.\n][^/\n]*)\//gm;
const LICENCE_OF = /^---- (\S+)/gm;
const STRAY_FILE = /(^src\/|\.test\.|\.tsbuildinfo$|\.map$|metafile)/;

/** Each of our packages that was installed anywhere below a folder, once. */
export function installedPackages(folder: string): InstalledPackage[] {
  const found = new Map(
    globSync(join(folder, "*/npm/_npx/*/node_modules/@sallyport/*")).map((path) => [
      path.split("/").at(-1) ?? "",
      path,
    ]),
  );
  return [...found].toSorted().map(([name, path]) => readInstalled(name, path));
}

function readInstalled(name: string, folder: string): InstalledPackage {
  const files = globSync("**/*", { cwd: folder }).filter((file) => /\.\w+$|^LICENSE$/.test(file));
  const text = (file: string) => readFileSync(join(folder, file), "utf8");
  const licences = "dist/THIRD-PARTY-LICENSES.txt";
  return {
    name,
    files,
    bundles: [
      ...new Set(files.filter((file) => file.endsWith(".js")).flatMap((file) => matches(text(file), BUILT_FROM))),
    ],
    named: existsSync(join(folder, licences)) ? matches(text(licences), LICENCE_OF) : [],
    strays: [
      ...files.filter((file) => STRAY_FILE.test(file)),
      ...files.filter((file) => /\.(?:[cm]?js|json|ts|md|txt)$/.test(file) && text(file).includes(workspace)),
      ...(text("package.json").includes("workspace:") ? ["package.json"] : []),
    ],
  };
}

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = ""]) => match);

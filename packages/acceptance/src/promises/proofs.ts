import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const sources = join(dirname(fileURLToPath(import.meta.url)), "..");
const TITLE = /\bit(?:\.concurrent|\.sequential)?\(\s*"([^"]*)"/g;

export interface Proof {
  id: string;
  title: string;
  file: string;
}

/** Every test of this package by the id its title starts with. */
export function findProofs(): Proof[] {
  return globSync("**/*.test.ts", { cwd: sources })
    .toSorted()
    .flatMap((file) =>
      [...readFileSync(join(sources, file), "utf8").matchAll(TITLE)].map(([, title = ""]) => ({
        id: title.split(" ")[0] ?? "",
        title,
        file: relative(sources, join(sources, file)),
      })),
    );
}

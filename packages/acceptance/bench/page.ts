import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PAGE = join(import.meta.dirname, "../../../docs/performance.md");

/** Writes figures between the markers of their part of `docs/performance.md`; the words around them stay. */
export function writePage(part: "bench" | "packed", figures: string): void {
  const [startMark, endMark] = [`<!-- ${part}:start -->`, `<!-- ${part}:end -->`];
  const page = readFileSync(PAGE, "utf8");
  const start = page.indexOf(startMark);
  const end = page.indexOf(endMark);
  if (start === -1 || end < start) throw new Error(`${PAGE} has lost its markers ${startMark} and ${endMark}`);
  writeFileSync(PAGE, `${page.slice(0, start + startMark.length)}\n${figures}\n${page.slice(end)}`);
}

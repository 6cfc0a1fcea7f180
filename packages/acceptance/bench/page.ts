import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PAGE = join(import.meta.dirname, "../../../docs/performance.md");
const START = "<!-- bench:start -->";
const END = "<!-- bench:end -->";
const FRAME = `# Performance

What a gated call costs, beside the same call without the gate. A gated call evaluates the policy in its sandbox and has the decision on disk before the child
hears of it, the result after. \`pnpm bench\` runs this page's figures and writes them here; no timing ever fails a test.

${START}
${END}
`;

/** Writes the figures between the markers of \`docs/performance.md\`; the words around them stay. */
export function writePage(figures: string): void {
  const page = existsSync(PAGE) ? readFileSync(PAGE, "utf8") : FRAME;
  const start = page.indexOf(START);
  const end = page.indexOf(END);
  if (start === -1 || end < start) throw new Error(`${PAGE} has lost its markers ${START} and ${END}`);
  writeFileSync(PAGE, `${page.slice(0, start + START.length)}\n${figures}\n${page.slice(end)}`);
}

import { splitLines } from "@sallyport/contract/text-lines";
import { diffArrays } from "diff";

/** A row of a unified diff. `gap` stands for lines that are the same and left out. */
export type DiffRow =
  | { kind: "same"; old: number; new: number; text: string }
  | { kind: "removed"; old: number; text: string }
  | { kind: "added"; new: number; text: string }
  | { kind: "gap"; lines: number }
  | { kind: "note"; text: string };

/** Past this the two have so little in common that a diff says nothing, and takes long. In milliseconds. */
const TIMEOUT_MS = 1_000;

interface DiffExtent {
  /** So many equal lines around each change; all where it is not said. */
  context?: number;
  /** Past so many changed lines the two count as too different. */
  most?: number;
}

/** The unified diff of two texts, or null where they are too different. */
export function lineDiff(before: string, after: string, { context, most }: DiffExtent = {}): DiffRow[] | null {
  const [old, fresh] = [splitLines(before), splitLines(after)];
  const limits = { timeout: TIMEOUT_MS, ...(most !== undefined && { maxEditLength: most }) };
  const changes = diffArrays(marked(old), marked(fresh), limits);
  if (changes === undefined) return null;
  const rows: DiffRow[] = [];
  let [oldLine, newLine] = [0, 0];
  for (const { added, removed, value } of changes) {
    for (const line of value) {
      const text = line.slice(1);
      if (removed) rows.push({ kind: "removed", old: ++oldLine, text });
      else if (added) rows.push({ kind: "added", new: ++newLine, text });
      else rows.push({ kind: "same", old: ++oldLine, new: ++newLine, text });
      if (line.startsWith("-") && (added || removed)) rows.push({ kind: "note", text: "no line break at the end" });
    }
  }
  return context === undefined ? rows : withContext(rows, context);
}

/** A last line without its line feed is another line than one with it. */
function marked({ lines, open }: { lines: string[]; open: boolean }): string[] {
  return lines.map((line, index) => (open && index === lines.length - 1 ? `-${line}` : `+${line}`));
}

function withContext(rows: DiffRow[], context: number): DiffRow[] {
  const near = new Set<number>();
  rows.forEach(({ kind }, index) => {
    if (kind === "same") return;
    for (let at = Math.max(0, index - context); at <= Math.min(index + context, rows.length - 1); at += 1) near.add(at);
  });
  const shown: DiffRow[] = [];
  rows.forEach((row, index) => {
    const last = shown.at(-1);
    if (near.has(index)) shown.push(row);
    else if (last?.kind === "gap") last.lines += 1;
    else shown.push({ kind: "gap", lines: 1 });
  });
  return shown;
}

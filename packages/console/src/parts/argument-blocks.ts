import type { JsonObject } from "@sallyport/contract/json";
import { type TextRow, textRows } from "@sallyport/contract/text-lines";
import { type DiffRow, lineDiff } from "../text/line-diff.ts";
import { shownFields } from "../text/shown-fields.ts";

/** One argument, ready to be shown. */
export type ArgumentBlock = { path: string } & (
  | { kind: "line"; text: string; quoted: boolean }
  | { kind: "words"; words: readonly string[] }
  | { kind: "text"; rows: readonly TextRow[]; lines: number; open: boolean }
  | { kind: "diff"; rows: readonly DiffRow[] }
);

/** All arguments of a call as blocks of rows. Two texts too different to be compared stand one after the other. */
export function argumentBlocks(args: JsonObject): ArgumentBlock[] {
  return shownFields(args).flatMap((field): ArgumentBlock[] => {
    const { path } = field;
    if (field.kind === "words") return [field];
    if (field.kind === "value") return [{ kind: "line", path, text: field.json, quoted: false }];
    if (field.kind === "text") return [textBlock(path, field.text)];
    const rows = lineDiff(field.before, field.after);
    if (rows !== null) return [{ kind: "diff", path, rows }];
    return [textBlock(`${path} (before)`, field.before), textBlock(`${path} (after)`, field.after)];
  });
}

/** How many rows a block takes. */
export function blockRows(block: ArgumentBlock): number {
  return "rows" in block ? block.rows.length : 1;
}

/** The first so many rows of the blocks. */
export function firstRows(blocks: readonly ArgumentBlock[], count: number): ArgumentBlock[] {
  let left = count;
  return blocks.flatMap((block): ArgumentBlock[] => {
    if (left <= 0) return [];
    const taken = left;
    left -= blockRows(block);
    if (left >= 0 || !("rows" in block)) return [block];
    return [
      block.kind === "text"
        ? { ...block, rows: block.rows.slice(0, taken) }
        : { ...block, rows: block.rows.slice(0, taken) },
    ];
  });
}

function textBlock(path: string, text: string): ArgumentBlock {
  if (!text.includes("\n")) return { kind: "line", path, text, quoted: true };
  return { kind: "text", path, ...textRows(text) };
}

/** One row of text that is shown with line numbers: a line, or many empty ones in a row. */
export type TextRow = { kind: "line"; number: number; text: string } | { kind: "empty"; from: number; to: number };

/** So many empty lines in a row push what follows out of sight; they are counted instead. */
const EMPTY_RUN = 12;

/** A text as numbered rows. `open`: its last line does not end in a line feed. */
export function textRows(text: string): { rows: TextRow[]; lines: number; open: boolean } {
  const { lines, open } = splitLines(text);
  const rows: TextRow[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const end = emptyRunEnd(lines, at);
    if (end - at >= EMPTY_RUN) {
      rows.push({ kind: "empty", from: at + 1, to: end });
      at = end - 1;
    } else rows.push({ kind: "line", number: at + 1, text: lines[at] ?? "" });
  }
  return { rows, lines: lines.length, open };
}

/** Lines without their line feeds. A line feed at the end ends the last line; it starts none. */
export function splitLines(text: string): { lines: string[]; open: boolean } {
  const lines = text.split("\n");
  const open = lines.at(-1) !== "";
  if (!open) lines.pop();
  return { lines, open };
}

function emptyRunEnd(lines: readonly string[], start: number): number {
  let end = start;
  while (lines[end] === "") end += 1;
  return end;
}

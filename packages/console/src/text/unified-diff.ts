import type { DiffRow } from "./line-diff.ts";

/** The rows of a unified diff that a server made. */
export function unifiedRows(diff: string): DiffRow[] {
  let [oldLine, newLine] = [0, 0];
  let begun = false;
  const rows: DiffRow[] = [];
  for (const line of diff.split("\n")) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    const text = line.slice(1);
    if (hunk !== null) {
      const [old, fresh] = [Number(hunk[1]), Number(hunk[2])];
      const skipped = Math.max(0, old - oldLine - 1);
      if (skipped > 0) rows.push({ kind: "gap", lines: skipped });
      [oldLine, newLine] = [old - 1, fresh - 1];
      begun = true;
    } else if (!begun) {
      // The names of the two files. Past the first hunk the same characters start a line of the program.
    } else if (line.startsWith("-")) rows.push({ kind: "removed", old: ++oldLine, text });
    else if (line.startsWith("+")) rows.push({ kind: "added", new: ++newLine, text });
    else if (line.startsWith(" ")) rows.push({ kind: "same", old: ++oldLine, new: ++newLine, text });
    else if (line.startsWith("\\")) rows.push({ kind: "note", text: "no line break at the end" });
  }
  return rows;
}

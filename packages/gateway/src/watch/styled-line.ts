import { columnsOf } from "./text-columns.ts";

/** What a piece of a line is; how that looks is the screen's affair. */
export type Look = "plain" | "dim" | "strong" | "token" | "warning" | "good" | "bar" | "focus";

export interface Span {
  text: string;
  look: Look;
}

/** One row of a screen. No span holds a line feed. */
export type Line = readonly Span[];

export const plain = (text: string): Span => ({ text, look: "plain" });
export const dim = (text: string): Span => ({ text, look: "dim" });
export const strong = (text: string): Span => ({ text, look: "strong" });
export const warning = (text: string): Span => ({ text, look: "warning" });

export function textOf(line: Line): string {
  return line.map(({ text }) => text).join("");
}

/** A line as rows of at most so many columns; never without a row. */
export function wrapLine(line: Line, columns: number): Line[] {
  const rows: Span[][] = [[]];
  let left = columns;
  for (const { text, look } of line) {
    for (let rest = text; rest !== ""; ) {
      const fitting = fittingStart(rest, left);
      if (fitting === "" && left < columns) {
        rows.push([]);
        left = columns;
        continue;
      }
      // Not even one character fits into a whole row: it stands there all the same, nothing is left out.
      const taken = fitting === "" ? String.fromCodePoint(rest.codePointAt(0) ?? 0) : fitting;
      rows.at(-1)?.push({ text: taken, look });
      left -= columnsOf(taken);
      rest = rest.slice(taken.length);
    }
  }
  return rows;
}

/** A line cut to so many columns, with `…` where something is left out: for summaries, never for what is decided on. */
export function cutLine(line: Line, columns: number): Line {
  if (columnsOf(textOf(line)) <= columns) return line;
  return [...(wrapLine(line, Math.max(1, columns - 1))[0] ?? []), dim("…")];
}

/** A line with every span in one look, filled up to so many columns. */
export function barLine(line: Line, columns: number, look: Look): Line {
  const text = textOf(cutLine(line, columns));
  return [{ text: text + " ".repeat(Math.max(0, columns - columnsOf(text))), look }];
}

/** No character takes less than one column, nor more than two units. */
function fittingStart(text: string, columns: number): string {
  const head = Number.isFinite(columns) ? text.slice(0, 2 * columns + 2) : text;
  if (columnsOf(head) <= columns) return head;
  let used = 0;
  let end = 0;
  for (const character of head) {
    used += columnsOf(character);
    if (used > columns) break;
    end += character.length;
  }
  return head.slice(0, end);
}

import type { Key } from "./keys.ts";

/** A line that is being typed. `cursor` counts characters before it. */
export interface EditedLine {
  text: string;
  cursor: number;
}

export const EMPTY_LINE: EditedLine = { text: "", cursor: 0 };

/** The line after a key; the same where the key does nothing to it. */
export function editLine(line: EditedLine, key: Key, limit: number): EditedLine {
  const characters = [...line.text];
  const { cursor } = line;
  const replaced = (from: number, to: number, by: readonly string[] = []): EditedLine => ({
    text: characters.toSpliced(from, to - from, ...by).join(""),
    cursor: from + by.length,
  });
  if (key.kind !== "named") {
    const typed = [...key.text.replace(/[\r\n\t]+/g, " ")].slice(0, Math.max(0, limit - characters.length));
    return replaced(cursor, cursor, typed);
  }
  switch (key.name) {
    case "left":
      return { ...line, cursor: Math.max(0, cursor - 1) };
    case "right":
      return { ...line, cursor: Math.min(characters.length, cursor + 1) };
    case "home":
      return { ...line, cursor: 0 };
    case "end":
      return { ...line, cursor: characters.length };
    case "backspace":
      return replaced(Math.max(0, cursor - 1), cursor);
    case "delete":
      return replaced(cursor, Math.min(characters.length, cursor + 1));
    case "erase line":
      return replaced(0, cursor);
    case "erase word":
      return replaced(line.text === "" ? 0 : wordStart(characters.slice(0, cursor).join("")), cursor);
    default:
      return line;
  }
}

/** Characters before the last word of a text. */
function wordStart(before: string): number {
  return [...before.replace(/\S*\s*$/u, "")].length;
}

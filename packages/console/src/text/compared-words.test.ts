import { describe, expect, it } from "vitest";
import { comparedWords } from "./compared-words.ts";
import { lineDiff } from "./line-diff.ts";

/** Each compared row as text, what only it has in brackets. */
function marked(before: string, after: string): string[] {
  const rows = lineDiff(before, after) ?? [];
  return [...comparedWords(rows)].map(([index, parts]) => {
    const words = parts.map(({ part, changed }) => {
      const text = "text" in part ? part.text : part.kind;
      return changed ? `[${text}]` : text;
    });
    return `${rows[index]?.kind}: ${words.join("")}`;
  });
}

describe("comparedWords", () => {
  it("marks the words of a line that took another's place", () => {
    expect(marked("git push origin main\n", "git push --force origin main\n")).toEqual([
      "removed: git push origin main",
      "added: git push [--force ]origin main",
    ]);
    expect(marked("/home/notes.md\n", "/etc/notes.md\n")).toEqual([
      "removed: /[home]/notes.md",
      "added: /[etc]/notes.md",
    ]);
  });

  it("compares what is shown, so that what is hidden in a word is marked by itself", () => {
    expect(marked("rm -rf build\n", "rm -rf b\u202euild\n")).toEqual([
      "removed: rm -rf [build]",
      "added: rm -rf [b][⟦U+202E⟧][uild]",
    ]);
    expect(marked("keep this \n", "keep this\n")).toEqual(["removed: keep this[space]", "added: keep this"]);
  });

  it("pairs lines in their order, past a note on the last line, and leaves those without a counterpart", () => {
    expect(marked("same\none two three", "same\none too three\nfour")).toEqual([
      "removed: one [two] three",
      "added: one [too] three",
    ]);
  });

  it("marks nothing in lines that have next to nothing in common, or in one too long to be compared", () => {
    expect(marked("main\n", "release/4\n")).toEqual([]);
    const words = (word: string) => Array.from({ length: 500 }, (_, index) => `${word}${index}`).join(" ");
    expect(marked(`${words("a")}\n`, `${words("b")}\n`)).toEqual([]);
    const long = "word ".repeat(10_000);
    expect(marked(`${long}old\n`, `${long}new\n`)).toEqual([]);
  });
});

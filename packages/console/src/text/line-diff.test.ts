import { describe, expect, it } from "vitest";
import { lineDiff } from "./line-diff.ts";

describe("lineDiff", () => {
  it("shows both texts whole where no context is said", () => {
    expect(lineDiff("a\nb\nc\n", "a\nB\nc\n")).toEqual([
      { kind: "same", old: 1, new: 1, text: "a" },
      { kind: "removed", old: 2, text: "b" },
      { kind: "added", new: 2, text: "B" },
      { kind: "same", old: 3, new: 3, text: "c" },
    ]);
  });

  it("counts what it leaves out", () => {
    const lines = Array.from({ length: 10 }, (_, index) => `line ${index + 1}`);
    expect(lineDiff(lines.join("\n"), [...lines.slice(0, 9), "new"].join("\n"), { context: 1 })).toEqual([
      { kind: "gap", lines: 8 },
      { kind: "same", old: 9, new: 9, text: "line 9" },
      { kind: "removed", old: 10, text: "line 10" },
      { kind: "note", text: "no line break at the end" },
      { kind: "added", new: 10, text: "new" },
      { kind: "note", text: "no line break at the end" },
    ]);
  });

  it("tells a last line with a line break from one without", () => {
    expect(lineDiff("a\n", "a")).toEqual([
      { kind: "removed", old: 1, text: "a" },
      { kind: "added", new: 1, text: "a" },
      { kind: "note", text: "no line break at the end" },
    ]);
  });

  it("gives up past so many changed lines", () => {
    expect(lineDiff("a\nb\n", "c\nd\n", { most: 3 })).toBe(null);
    expect(lineDiff("a\nb\n", "c\nd\n", { most: 4 })).toHaveLength(4);
  });

  it("has only additions against an empty text", () => {
    expect(lineDiff("", "a\n")).toEqual([{ kind: "added", new: 1, text: "a" }]);
  });
});

import { describe, expect, it } from "vitest";
import { argumentChanges } from "./argument-changes.ts";

const lines = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word} ${at}\n`).join("");

describe("argumentChanges", () => {
  it("has only the fields that differ, with their lines", () => {
    const earlier = { path: "a.txt", content: `${lines(9, "same")}old\n`, mode: 7 };
    const later = { content: `${lines(9, "same")}new\n`, path: "b.txt", mode: 7 };
    expect(argumentChanges(earlier, later)).toEqual([
      {
        path: "content",
        kind: "changed",
        rows: [
          { kind: "gap", lines: 7 },
          { kind: "same", old: 8, new: 8, text: "same 7" },
          { kind: "same", old: 9, new: 9, text: "same 8" },
          { kind: "removed", old: 10, text: "old" },
          { kind: "added", new: 10, text: "new" },
        ],
      },
      {
        path: "path",
        kind: "changed",
        rows: [
          { kind: "removed", old: 1, text: "a.txt" },
          { kind: "added", new: 1, text: "b.txt" },
        ],
      },
    ]);
  });

  it("says what only one of the two has", () => {
    expect(argumentChanges({ dry_run: true, deep: { a: 1 } }, { deep: { a: 1, b: ["x"] } })).toEqual([
      { path: "deep.b", kind: "added", rows: [{ kind: "added", new: 1, text: "x" }] },
      { path: "dry_run", kind: "removed", rows: [{ kind: "removed", old: 1, text: "true" }] },
    ]);
  });

  it("compares a command as the list of its words", () => {
    expect(argumentChanges({ command: ["git", "push"] }, { command: ["git", "-f", "push"] })).toEqual([
      {
        path: "command",
        kind: "changed",
        rows: [
          { kind: "same", old: 1, new: 1, text: "git" },
          { kind: "added", new: 2, text: "-f" },
          { kind: "same", old: 2, new: 3, text: "push" },
        ],
      },
    ]);
  });

  it("compares both texts of an edit", () => {
    const edit = (before: string, after: string) => ({ old_string: before, new_string: after });
    expect(argumentChanges(edit("a", "b"), edit("a", "c")).map(({ path }) => path)).toEqual([
      "old_string → new_string (after)",
    ]);
  });

  it("tells a text from a number that looks the same, and an empty one from none", () => {
    expect(argumentChanges({ a: 5, b: "x" }, { a: "5", b: "", c: "" }).map(({ rows }) => rows)).toEqual([
      [
        { kind: "removed", old: 1, text: "5" },
        { kind: "added", new: 1, text: '"5"' },
      ],
      [
        { kind: "removed", old: 1, text: '"x"' },
        { kind: "added", new: 1, text: '""' },
      ],
      [{ kind: "added", new: 1, text: '""' }],
    ]);
  });

  it("shows no lines where nearly all are others", () => {
    expect(argumentChanges({ content: lines(500, "old") }, { content: lines(500, "new") })).toEqual([
      { path: "content", kind: "changed", rows: null },
    ]);
  });
});

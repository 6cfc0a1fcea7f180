import { describe, expect, it } from "vitest";
import { unifiedRows } from "./unified-diff.ts";

describe("unifiedRows", () => {
  it("has every line of every hunk, numbered, and what lies between", () => {
    const diff =
      "--- active/policy.ts\n+++ proposed/policy.ts\n@@ -1,2 +1,2 @@\n a\n--- b\n+++ c\n@@ -9,1 +9,2 @@\n d\n+e\n";
    expect(unifiedRows(diff)).toEqual([
      { kind: "same", old: 1, new: 1, text: "a" },
      { kind: "removed", old: 2, text: "-- b" },
      { kind: "added", new: 2, text: "++ c" },
      { kind: "gap", lines: 6 },
      { kind: "same", old: 9, new: 9, text: "d" },
      { kind: "added", new: 10, text: "e" },
    ]);
  });
});

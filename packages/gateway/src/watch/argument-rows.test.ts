import { describe, expect, it } from "vitest";
import { argumentRows } from "./argument-rows.ts";
import { textOf } from "./styled-line.ts";
import { columnsOf } from "./text-columns.ts";

const shown = (args: Record<string, unknown>, columns = 60) => argumentRows(args, columns).map(textOf);

describe("argumentRows", () => {
  it("shows texts as numbered lines and everything else as JSON", () => {
    expect(shown({ path: "a.txt", content: "one\n\ntwo", limit: 5, deep: { on: true } })).toEqual([
      "path (text, 1 line, 5 bytes)",
      "   1 │ a.txt",
      "content (text, 3 lines, 8 bytes)",
      "   1 │ one",
      "   2 │ ",
      "   3 │ two",
      "     ┆ no line break at the end",
      "limit = 5",
      "deep.on = true",
    ]);
    expect(shown({})).toEqual(["none"]);
  });

  it("shows an edit as what goes and what comes", () => {
    expect(shown({ old_string: "a\n", new_string: "b\n" })).toEqual([
      "old_string → new_string (an edit: - goes, + comes)",
      "-  1 │ a",
      "+  1 │ b",
    ]);
  });

  it("says who claims a reason", () => {
    expect(shown({ reason: "it is safe" }, 80)[0]).toBe(
      "reason [claimed by the agent, unverified] (text, 1 line, 10 bytes)",
    );
  });

  it("goes on with a long line in the next row, marked as the same", () => {
    expect(shown({ text: "x".repeat(70) })).toEqual([
      "text (text, 1 line, 70 bytes)",
      `   1 │ ${"x".repeat(53)}`,
      `     ┆ ${"x".repeat(17)}`,
    ]);
  });

  it("N45 counts ten thousand tabs and five thousand line feeds, and shows what stands after them", () => {
    expect(shown({ tabs: `${"\t".repeat(10_000)}x`, lines: `a${"\n".repeat(5_001)}rm -rf /` })).toEqual([
      "tabs (text, 1 line, 10001 bytes)",
      "   1 │ ⟦10000 tabs⟧x",
      "lines (text, 5002 lines, 5010 bytes)",
      "    1 │ a",
      "      ┆ lines 2 to 5001 are empty",
      " 5002 │ rm -rf /",
      "      ┆ no line break at the end",
    ]);
  });

  it("fits into 60 columns and into 20", () => {
    const args = { [`key ${"k".repeat(90)}`]: "日本語 ".repeat(40), text: `${"word ".repeat(80)}\n`, list: [1, 2, 3] };
    expect(Math.max(...shown(args, 60).map(columnsOf))).toBeLessThanOrEqual(60);
    expect(Math.max(...shown(args, 20).map(columnsOf))).toBeLessThanOrEqual(20);
  });
});

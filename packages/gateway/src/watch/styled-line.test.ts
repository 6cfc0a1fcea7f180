import { describe, expect, it } from "vitest";
import { cutLine, plain, textOf, wrapLine } from "./styled-line.ts";
import { columnsOf } from "./text-columns.ts";

describe("wrapLine", () => {
  it("breaks a line where a row is full, across spans", () => {
    const line = [plain("abc"), { text: "defg", look: "token" as const }];
    expect(wrapLine(line, 5).map(textOf)).toEqual(["abcde", "fg"]);
    expect(wrapLine([], 5)).toEqual([[]]);
  });

  it("counts what terminals draw two columns wide", () => {
    expect(wrapLine([plain("日本語ab")], 5).map(textOf)).toEqual(["日本", "語ab"]);
  });

  it("leaves nothing out and makes no row too long, whatever the characters", () => {
    const text = String.fromCodePoint(...Array.from({ length: 4_000 }, (_, index) => index * 271));
    const widths = [2, 3, 20, 61];
    const wrapped = widths.map((columns) => wrapLine([plain(text), plain("!")], columns).map(textOf));
    expect(wrapped.map((rows) => rows.join(""))).toEqual(widths.map(() => `${text}!`));
    expect(wrapped.map((rows, index) => Math.max(...rows.map(columnsOf)) <= (widths[index] ?? 0))).toEqual(
      widths.map(() => true),
    );
  });

  it("wraps megabytes", () => {
    expect(wrapLine([plain("x".repeat(4_000_000))], 80)).toHaveLength(50_000);
  });
});

describe("cutLine", () => {
  it("says that something is left out", () => {
    expect(textOf(cutLine([plain("abcdef")], 4))).toBe("abc…");
    expect(textOf(cutLine([plain("abcd")], 4))).toBe("abcd");
  });
});

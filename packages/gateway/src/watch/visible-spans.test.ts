import { describe, expect, it } from "vitest";
import { textOf } from "./styled-line.ts";
import { visibleSpans } from "./visible-spans.ts";

describe("visibleSpans", () => {
  it.each([
    ["an escape", "\u001b[2J", "⟦U+001B⟧[2J"],
    ["trailing spaces", "a  ", "a⟦2 spaces⟧"],
    ["a tab", "a\tb", "a⟦tab⟧b"],
    ["ten thousand tabs", "\t".repeat(10_000), "⟦10000 tabs⟧"],
    ["a letter of another script", "p\u0430ypal", "p⟦\u0430 U+0430⟧ypal"],
    ["marks that would paint over other rows", `a${"\u0301".repeat(50)}b`, `a${"\u0301".repeat(4)}⟦46 marks⟧b`],
  ])("N45 shows %s", (_, text, wanted) => {
    expect(textOf(visibleSpans(text))).toBe(wanted);
  });

  it("N45 leaves no character of all there are that a terminal would obey", () => {
    const all = Array.from({ length: 0x110000 }, (_, index) => index).filter((code) => code !== 0x0a);
    const lines = Array.from({ length: 0x110 }, (_, block) => all.slice(block * 0x1000, (block + 1) * 0x1000));
    const shown = lines.map((codes) => textOf(visibleSpans(String.fromCodePoint(...codes))));
    expect(shown.filter((text) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(text))).toEqual([]);
  });
});

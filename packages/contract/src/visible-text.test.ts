import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CLAIM_LIMIT, REASON_LIMIT, visibleClaim, visibleLine, visibleLines, visibleReason } from "./visible-text.ts";

const hostile = fc.string({ unit: "binary", maxLength: 400 });
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

describe("visibleLine", () => {
  it.each([
    ["a title set by OSC", "\u001b]0;root\u0007", "⟦U+001B⟧]0;root⟦U+0007⟧"],
    ["a cleared screen", "\u001b[2J", "⟦U+001B⟧[2J"],
    ["an OSC 8 link", "\u001b]8;;http://evil.test\u001b\\x", "⟦U+001B⟧]8;;http://evil.test⟦U+001B⟧\\x"],
    ["a C1 control", "\u009b2J", "⟦U+009B⟧2J"],
    ["a carriage return", "rm -rf\rls", "rm -rf⟦U+000D⟧ls"],
    ["a right-to-left override", "a\u202eb", "a⟦U+202E⟧b"],
    ["a left-to-right isolate", "a\u2066b", "a⟦U+2066⟧b"],
    ["a zero-width space", "a\u200bb", "a⟦U+200B⟧b"],
    ["a tag character", "a\u{e0041}b", "a⟦U+E0041⟧b"],
    ["a soft hyphen", "a\u00adb", "a⟦U+00AD⟧b"],
    ["a Hangul filler", "a\u3164b", "a⟦U+3164⟧b"],
    ["a variation selector", "a\ufe0fb", "a⟦U+FE0F⟧b"],
    ["a line separator", "a\u2028b", "a⟦U+2028⟧b"],
    ["a lone surrogate", "a\ud800b", "a⟦U+D800⟧b"],
    ["a tab and a line feed", "a\tb\nc", "a⟦U+0009⟧b⟦U+000A⟧c"],
  ])("N45 shows %s", (_, text, shown) => {
    expect(visibleLine(text)).toBe(shown);
  });

  it("leaves what can be seen alone", () => {
    expect(visibleLine("naïve — 日本語 😀 «ok» a b")).toBe("naïve — 日本語 😀 «ok» a b");
  });

  it("N45 leaves nothing hidden in any text, and shows its own answer unchanged", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = visibleLine(text);
        expect(HIDDEN.test(shown)).toBe(false);
        expect(visibleLine(shown)).toBe(shown);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("visibleLines", () => {
  it("N45 keeps line feeds and nothing else", () => {
    expect(visibleLines("a\r\nb\u0085\tc")).toBe("a⟦U+000D⟧\nb⟦U+0085⟧⟦U+0009⟧c");
    expect(visibleLines("\n".repeat(5000))).toBe("\n".repeat(5000));
  });
});

describe("visibleReason", () => {
  it("N45 is one line of at most 500 characters, whatever it was given", () => {
    expect(REASON_LIMIT).toBe(500);
    expect(visibleReason("x".repeat(500))).toBe("x".repeat(500));
    expect(visibleReason("x".repeat(501))).toBe(`${"x".repeat(499)}…`);
    expect([...visibleReason("\t".repeat(10_000))].length).toBe(500);
    fc.assert(
      fc.property(hostile, (text) => [...visibleReason(text)].length <= 500),
      { numRuns: 500 },
    );
  });
});

describe("visibleClaim", () => {
  it("N45 is one line of at most 100 characters", () => {
    expect(CLAIM_LIMIT).toBe(100);
    expect(visibleClaim("Claude\u202e Code\n")).toBe("Claude⟦U+202E⟧ Code⟦U+000A⟧");
    expect(visibleClaim("😀".repeat(101))).toBe(`${"😀".repeat(99)}…`);
  });
});

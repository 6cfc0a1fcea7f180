import { describe, expect, it } from "vitest";
import { visibleParts, visiblePlain } from "./visible-parts.ts";

const shown = (line: string) =>
  visibleParts(line)
    .map((part) => {
      if (part.kind === "space") return "·".repeat(part.count);
      if (part.kind === "tab") return "→".repeat(part.count);
      return part.text;
    })
    .join("|");

describe("visibleParts", () => {
  it.each([
    ["plain text", "rm -rf ./build", "rm -rf ./build"],
    ["a right-to-left override", "a\u202eb", "a|⟦U+202E⟧|b"],
    ["zero-width spaces, counted", "a\u200b\u200b\u200bb", "a|⟦U+200B⟧×3|b"],
    ["a tag character", "a\u{e0041}", "a|⟦U+E0041⟧"],
    ["an escape", "\u001b[2J", "⟦U+001B⟧|[2J"],
    ["a no-break space", "a\u00a0b", "a|⟦U+00A0⟧|b"],
    ["trailing spaces and tabs", "a  \t ", "a|··|→|·"],
    ["a tab in the middle", "a\tb", "a|→|b"],
    ["padding that would push text out of sight", `ls${" ".repeat(200)}; rm`, "ls|⟦200 spaces⟧|; rm"],
    ["ten thousand tabs", "\t".repeat(10_000), "⟦10000 tabs⟧"],
    ["a Cyrillic letter in a Latin word", "p\u0430ypal", "p|⟦а U+0430⟧|ypal"],
    ["a word all of look-alikes beside Latin ones", "сору me", "⟦с U+0441⟧|⟦о U+043E⟧|⟦р U+0440⟧|⟦у U+0443⟧| me"],
    ["a mathematical letter", "𝐫m", "⟦𝐫 U+1D42B⟧|m"],
    ["a quotation mark no shell knows", "echo “x”", "echo |⟦“ U+201C⟧|x|⟦” U+201D⟧"],
    ["a dash where an option starts", "rm –rf", "rm |⟦– U+2013⟧|rf"],
    ["a division slash", "a∕b", "a|⟦∕ U+2215⟧|b"],
    ["a Greek question mark", "ls\u037e rm", "ls|⟦\u037e U+037E⟧| rm"],
  ])("N45 shows %s", (_, line, wanted) => {
    expect(shown(line)).toBe(wanted);
  });

  it.each(["naïve — 日本語、テスト（確認） 😀 «ok»", "Привет, мир", "that’s it – 1–2", "Ελληνικά", ""])(
    "leaves %s alone",
    (line) => {
      expect(visibleParts(line).every((part) => part.kind === "text")).toBe(true);
      expect(shown(line)).toBe(line);
    },
  );
});

describe("visiblePlain", () => {
  it("has a token for everything that hides, a tab too, in one text", () => {
    expect(visiblePlain("a\tb\u202ec\nd  ")).toBe("a⟦U+0009⟧b⟦U+202E⟧c⟦U+000A⟧d  ");
  });
});

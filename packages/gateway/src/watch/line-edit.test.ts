import { describe, expect, it } from "vitest";
import type { Key } from "./keys.ts";
import { EMPTY_LINE, editLine } from "./line-edit.ts";

const key = (name: Extract<Key, { kind: "named" }>["name"]): Key => ({ kind: "named", name });
const type = (text: string): Key => ({ kind: "text", text });
const after = (...keys: readonly Key[]) => keys.reduce((line, each) => editLine(line, each, 20), EMPTY_LINE);

describe("editLine", () => {
  it("types, moves and erases by whole characters", () => {
    expect(after(type("a"), type("😀"), type("c"), key("left"), key("backspace"))).toEqual({ text: "ac", cursor: 1 });
    expect(after(type("abc"), key("home"), key("delete"), type("x"), key("end"))).toEqual({ text: "xbc", cursor: 3 });
  });

  it("erases a word and a line", () => {
    expect(after(type("not in here "), key("erase word"))).toEqual({ text: "not in ", cursor: 7 });
    expect(after(type("abc"), key("left"), key("erase line"))).toEqual({ text: "c", cursor: 0 });
    expect(after(key("erase word"), key("backspace"), key("left"))).toEqual(EMPTY_LINE);
  });

  it("takes a paste as one line, up to the limit", () => {
    expect(after({ kind: "paste", text: "a\r\nb\tc" })).toEqual({ text: "a b c", cursor: 5 });
    expect(after(type("x".repeat(30))).text).toHaveLength(20);
  });
});

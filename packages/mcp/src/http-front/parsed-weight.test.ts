import { describe, expect, it } from "vitest";
import { parsedWeight } from "./parsed-weight.ts";

describe("parsedWeight", () => {
  it("counts objects, arrays and what they hold, at any depth", () => {
    expect(parsedWeight("{}")).toBe(64);
    expect(parsedWeight('{"a":[[],{},null],"b":1}')).toBe(4 * 64 + 3 * 16);
  });

  it("counts nothing inside a text", () => {
    expect(parsedWeight('["[,{", "\\"[[[", "\\\\"]')).toBe(64 + 2 * 16);
  });

  it("comes to an end where the text does, though it is no JSON", () => {
    expect(parsedWeight('[[,"[')).toBe(2 * 64 + 16);
    expect(parsedWeight('"\\"')).toBe(0);
  });
});

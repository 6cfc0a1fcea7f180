import { describe, expect, it } from "vitest";
import { LineReader } from "./line-reader.ts";

function reading(limit: number, chunks: readonly string[]): unknown[] {
  const heard: unknown[] = [];
  const reader = new LineReader(limit, {
    line: (text) => heard.push(text),
    limitPassed: () => heard.push("passed"),
    tooLong: (head, tail) => heard.push([head, tail]),
  });
  for (const chunk of chunks) reader.push(Buffer.from(chunk));
  reader.end();
  return heard;
}

describe("LineReader", () => {
  it("cuts the same lines whatever the chunks", () => {
    const text = "one\r\ntwo\n\n\nthree ü\nfour";
    const lines = ["one", "two", "three ü", "four"];
    expect(reading(100, [text])).toEqual(lines);
    expect(reading(100, ["on", "e\r", "\nt", "wo", "\n\n\n", "three ü", "\n", "four"])).toEqual(lines);
  });

  it("takes a line at the limit, and skips one past it to its end", () => {
    expect(reading(5, ["12345\n123456\n12345\n"])).toEqual(["12345", "passed", ["123456", "123456"], "12345"]);
    expect(reading(5, ["123", "456", "789", "\nnext"])).toEqual(["passed", ["123456", "123456789"], "next"]);
  });

  it("keeps only the ends of what is too long", () => {
    expect(reading(1_000, ["a".repeat(2_000), "b".repeat(5_000), "c\n"])).toEqual([
      "passed",
      ["a".repeat(512), `${"b".repeat(511)}c`],
    ]);
  });
});

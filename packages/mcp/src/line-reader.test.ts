import { describe, expect, it } from "vitest";
import { LineReader } from "./line-reader.ts";

function reading(limit: number, chunks: readonly (string | Buffer)[]): unknown[] {
  const heard: unknown[] = [];
  const reader = new LineReader(limit, {
    line: (text) => heard.push(text),
    notUtf8: (shown) => heard.push({ shown }),
    limitPassed: () => heard.push("passed"),
    tooLong: (head, tail) => heard.push([head, tail]),
  });
  for (const chunk of chunks) reader.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
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

  it("tells a line that is not UTF-8 from one that is, wherever the chunks are cut", () => {
    const text = Buffer.from("ü€👩\ufffd\n");
    expect(reading(100, [text.subarray(0, 1), text.subarray(1, 4), text.subarray(4)])).toEqual(["ü€👩\ufffd"]);
    expect(reading(100, [text.subarray(0, 4), "\r\nnext\n"])).toEqual([{ shown: "ü\ufffd" }, "next"]);
    const surrogate = Buffer.from([0xed, 0xa0, 0xbd]);
    expect(reading(100, [surrogate, "\n"])).toEqual([{ shown: expect.stringContaining("\ufffd") }]);
  });

  it("reads on where nobody asks for UTF-8", () => {
    const lines: string[] = [];
    const reader = new LineReader(100, { line: (line) => lines.push(line) });
    reader.push(Buffer.from([0x61, 0xff, 0x0a]));
    expect(lines).toEqual(["a\ufffd"]);
  });
});

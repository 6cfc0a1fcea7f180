import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { LineWriter } from "./line-writer.ts";

describe("LineWriter", () => {
  it("N06 writes one line for every reader, whatever that takes for a line's end", async () => {
    const stream = new PassThrough();
    const writer = new LineWriter(stream, () => undefined);
    const message = { text: "a\u0085b\u2028c\u2029d\r\n\u000b\u000c\u001ce", "\u2028": 1 };
    writer.send(message);
    await writer.drain(1_000);
    const written = String(stream.read());
    for (const end of ["\n", "\r", "\v", "\f", "\u001c", "\u0085", "\u2028", "\u2029"])
      expect(written.slice(0, -1)).not.toContain(end);
    expect(JSON.parse(written)).toEqual(message);
  });
});

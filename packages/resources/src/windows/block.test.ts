import { describe, expect, it } from "vitest";
import { readBlocks } from "./block.ts";

describe("readBlocks", () => {
  it("takes a blob with a text MIME as base64, as it came", () => {
    expect(readBlocks({ contents: [{ uri: "a:b", mimeType: "text/plain", blob: "aGk=" }] })).toEqual([
      { kind: "base64", mime: "text/plain", content: "aGk=", size: 4 },
    ]);
  });

  it("counts text in bytes of UTF-8", () => {
    expect(readBlocks({ contents: [{ text: "€\ud800" }] })).toEqual([
      { kind: "text", mime: "text/plain", content: "€\ud800", size: 6 },
    ]);
  });

  it.each([[5], ["text/plain\n"], [""], ["x".repeat(256)]])("does not pass on the MIME type %j", (mimeType) => {
    expect(readBlocks({ contents: [{ blob: "", mimeType }] })).toMatchObject([{ mime: "application/octet-stream" }]);
  });

  it.each([[{}], [{ contents: {} }], [{ contents: [null] }], [{ contents: [{ uri: "a:b", text: 1 }] }]])(
    "refuses %j",
    (result) => {
      expect(() => readBlocks(result)).toThrow(expect.objectContaining({ code: "unavailable" }));
    },
  );

  it("refuses more contents than an answer may list", () => {
    const contents = Array.from({ length: 10_001 }, () => ({ text: "" }));
    expect(() => readBlocks({ contents })).toThrow(expect.objectContaining({ code: "too_large" }));
  });
});

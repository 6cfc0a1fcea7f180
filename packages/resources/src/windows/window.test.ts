import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Block, readBlocks } from "./block.ts";
import { cutWindow, offsetOf, type Place, placeAt } from "./window.ts";

/** Any UTF-16 there is: lone surrogates, characters of one to four bytes. */
const anyText = fc
  .array(
    fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("a", "ß", "€", "😀", "\ud83d", "\ude00", "\r\n", "\0")),
  )
  .map((pieces) => pieces.join(""));
const content = fc.oneof(
  anyText.map((text) => ({ text })),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => ({ blob: Buffer.from(bytes).toString("base64") })),
);
const blocks = fc.array(content, { maxLength: 6 }).map((contents) => readBlocks({ contents }));
const limit = fc.integer({ min: 1, max: 300 });

/** What the parts come to, block by block, and how far each window got. */
function joined(windows: readonly ReturnType<typeof cutWindow>[], count: number): string[] {
  const whole = Array.from({ length: count }, () => "");
  for (const part of windows.flatMap(({ parts }) => parts)) {
    whole[part.index] += part.kind === "text" ? part.text : part.base64;
  }
  return whole;
}

function readAll(of: readonly Block[], next: (turn: number, after: Place | null) => Place | null, size: number) {
  const windows: ReturnType<typeof cutWindow>[] = [];
  let place = next(0, { block: 0, offset: 0 });
  while (place !== null) {
    const window = cutWindow(of, place, size);
    windows.push(window);
    place = next(windows.length, window.next);
    if (windows.length > 100_000) throw new Error("reading on does not get on");
  }
  return windows;
}

const exact = (of: readonly Block[]) => of.map(({ content }) => content.toWellFormed());

describe("cutWindow", () => {
  it("makes windows that, read on, come to the whole, each within its size", () => {
    fc.assert(
      fc.property(blocks, limit, (of, size) => {
        const windows = readAll(of, (_, after) => after, size);
        expect(joined(windows, of.length)).toEqual(exact(of));
        const most = Math.max(size, 4);
        expect(windows.filter(({ parts }) => returned(parts) > most)).toEqual([]);
      }),
    );
  });

  it("says in `bytes_returned` and `total_bytes` how long each part is", () => {
    fc.assert(
      fc.property(blocks, limit, (of, size) => {
        const parts = readAll(of, (_, after) => after, size).flatMap((window) => window.parts);
        const said = parts.map(({ bytes_returned, total_bytes }) => [bytes_returned, total_bytes]);
        expect(said).toEqual(parts.map((part) => [lengthOf(part), of[part.index]?.size]));
      }),
    );
  });

  it("makes windows at fixed distances that come to the whole too", () => {
    fc.assert(
      fc.property(blocks, fc.integer({ min: 8, max: 300 }), (of, size) => {
        const windows = readAll(of, (turn) => placeAt(of, turn * size), size);
        expect(joined(windows, of.length)).toEqual(exact(of));
      }),
    );
  });

  it("reads on from the offset over all blocks as from the place", () => {
    fc.assert(
      fc.property(blocks, limit, (of, size) => {
        const windows = readAll(of, (_, after) => (after === null ? null : placeAt(of, offsetOf(of, after))), size);
        expect(joined(windows, of.length)).toEqual(exact(of));
      }),
    );
  });

  it("decodes each window of base64 by itself", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), limit, (bytes, size) => {
        const of = readBlocks({ contents: [{ blob: Buffer.from(bytes).toString("base64") }] });
        const windows = readAll(of, (_, after) => after, size);
        const decoded = windows.flatMap(({ parts }) =>
          parts.map((part) => (part.kind === "base64" ? Buffer.from(part.base64, "base64") : Buffer.alloc(0))),
        );
        expect(Buffer.concat(decoded)).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it("moves both ends back to a code point", () => {
    const of = readBlocks({ contents: [{ text: "a€😀z" }] });
    expect(cutWindow(of, { block: 0, offset: 2 }, 4)).toEqual({
      start: { block: 0, offset: 1 },
      parts: [{ index: 0, kind: "text", mime: "text/plain", text: "€", total_bytes: 9, bytes_returned: 3 }],
      next: { block: 0, offset: 4 },
    });
  });

  it("gives one whole code point where none fits", () => {
    const of = readBlocks({ contents: [{ text: "😀" }] });
    expect(cutWindow(of, { block: 0, offset: 0 }, 1)).toMatchObject({ parts: [{ text: "😀" }], next: null });
  });

  it("puts U+FFFD for half of a surrogate pair, and never parts a whole one", () => {
    const of = readBlocks({ contents: [{ text: `\ud83d-${"x".repeat(65_533)}😀` }] });
    const { parts, next } = cutWindow(of, { block: 0, offset: 0 }, 5);
    expect([parts, next]).toMatchObject([[{ text: "\ufffd-x", bytes_returned: 5 }], { block: 0, offset: 5 }]);
    expect(cutWindow(of, { block: 0, offset: 65_537 }, 4)).toMatchObject({ parts: [{ text: "😀" }], next: null });
  });

  it("shows empty blocks once", () => {
    const of = readBlocks({ contents: [{ text: "" }, { text: "ab" }, { text: "" }, { blob: "" }, { text: "c" }] });
    const windows = readAll(of, (_, after) => after, 2);
    expect(windows.map(({ parts }) => parts.map(({ index }) => index))).toEqual([[0, 1, 2, 3], [4]]);
  });
});

function lengthOf(part: ReturnType<typeof cutWindow>["parts"][number]): number {
  return part.kind === "text" ? Buffer.byteLength(part.text) : part.base64.length;
}

function returned(parts: readonly { bytes_returned: number }[]): number {
  return parts.reduce((sum, { bytes_returned }) => sum + bytes_returned, 0);
}

import { describe, expect, it } from "vitest";
import { textRows } from "./text-lines.ts";

describe("textRows", () => {
  it("numbers lines and says where the last one does not end", () => {
    expect(textRows("a\n\nb")).toEqual({
      rows: [
        { kind: "line", number: 1, text: "a" },
        { kind: "line", number: 2, text: "" },
        { kind: "line", number: 3, text: "b" },
      ],
      lines: 3,
      open: true,
    });
    expect(textRows("a\n")).toMatchObject({ lines: 1, open: false });
  });

  it("N45 counts empty lines that would push the rest out of sight", () => {
    expect(textRows(`a${"\n".repeat(5001)}rm -rf /`).rows).toEqual([
      { kind: "line", number: 1, text: "a" },
      { kind: "empty", from: 2, to: 5001 },
      { kind: "line", number: 5002, text: "rm -rf /" },
    ]);
  });
});

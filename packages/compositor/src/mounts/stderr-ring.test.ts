import { describe, expect, it } from "vitest";
import { StderrRing } from "./stderr-ring.ts";

const ringOf = (lines: readonly string[]) => {
  const ring = new StderrRing();
  for (const line of lines) ring.push(line);
  return ring;
};
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `line ${n}`);

describe("StderrRing", () => {
  it("keeps the last 100 lines, the oldest first, and counts all", () => {
    const ring = ringOf(numbered(1_234));
    expect(ring.lines()).toEqual(numbered(1_234).slice(-100));
    expect(ring.count).toBe(1_234);
    expect(ringOf([]).lines()).toEqual([]);
  });

  it("keeps 8 KiB in UTF-8, and of a long line its beginning", () => {
    const [kilobyte, wide] = ["x".repeat(1024), "€".repeat(10_000)];
    expect(ringOf(Array.from({ length: 50 }, () => kilobyte)).lines()).toEqual(Array(8).fill(kilobyte));
    expect(ringOf([kilobyte, kilobyte, kilobyte, wide]).lines()).toEqual([kilobyte, kilobyte, `${"€".repeat(2_000)}…`]);
  });
});

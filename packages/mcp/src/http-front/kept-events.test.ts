import { describe, expect, it } from "vitest";
import { KeptEvents } from "./kept-events.ts";

const sequencesOf = (kept: KeptEvents, stream: number, after = 0) =>
  kept.after(stream, after).map(({ sequence }) => sequence);

describe("KeptEvents", () => {
  it("gives what came later on the same stream, in order", () => {
    const kept = new KeptEvents(1_000);
    kept.keep(1, 7, "a");
    kept.keep(2, 8, "b");
    kept.keep(3, 7, "c");
    expect(kept.after(7, 0)).toMatchObject([
      { sequence: 1, text: "a" },
      { sequence: 3, text: "c" },
    ]);
    expect([sequencesOf(kept, 7, 1), sequencesOf(kept, 8, 2)]).toEqual([[3], []]);
  });

  it("drops the oldest past its limit, in bytes of UTF-8", () => {
    const kept = new KeptEvents(10);
    for (let sequence = 1; sequence <= 5_000; sequence += 1) kept.keep(sequence, 1, "€");
    expect(sequencesOf(kept, 1)).toEqual([4_998, 4_999, 5_000]);
    kept.keep(5_001, 1, "x".repeat(11));
    expect(sequencesOf(kept, 1)).toEqual([]);
  });

  it("drops what is older than so many beats", () => {
    const kept = new KeptEvents(1_000);
    kept.keep(1, 1, "a");
    kept.beat(1);
    kept.keep(2, 1, "b");
    kept.beat(1);
    expect(sequencesOf(kept, 1)).toEqual([2]);
  });
});

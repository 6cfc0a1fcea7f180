import { describe, expect, it } from "vitest";
import { createTokenBucket } from "./token-bucket.ts";

describe("createTokenBucket", () => {
  it("gives the burst, then no more until time has passed", () => {
    let at = 0;
    const bucket = createTokenBucket({ burst: 3, perSecond: 10, now: () => at });
    expect([bucket.take(2), bucket.take(1), bucket.take(1)]).toEqual([true, true, false]);
    at = 100;
    expect([bucket.take(1), bucket.take(1)]).toEqual([true, false]);
  });

  it("takes all or none", () => {
    const bucket = createTokenBucket({ burst: 3, perSecond: 10, now: () => 0 });
    expect([bucket.take(4), bucket.take(3)]).toEqual([false, true]);
  });

  it("never holds more than the burst", () => {
    let at = 0;
    const bucket = createTokenBucket({ burst: 3, perSecond: 10, now: () => at });
    at = 1_000_000;
    expect([bucket.take(4), bucket.take(3), bucket.take(1)]).toEqual([false, true, false]);
  });
});

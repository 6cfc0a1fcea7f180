import { describe, expect, it } from "vitest";
import { notReady } from "./readiness.ts";

describe("notReady", () => {
  it("N45 allows only what was on screen for half a second, to its end", () => {
    expect([
      notReady(null, 1_000),
      notReady({ shownAt: 0, endShown: false }, 10_000),
      notReady({ shownAt: 0, endShown: true }, 499),
      notReady({ shownAt: 0, endShown: true }, 500),
    ]).toEqual([
      "it is not on screen yet",
      "scroll to the end of the arguments first",
      "it has only just come on screen",
      null,
    ]);
  });
});

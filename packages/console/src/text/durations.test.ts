import { describe, expect, it } from "vitest";
import { ago, duration } from "./durations.ts";

describe("duration", () => {
  it("is as exact as a person needs it", () => {
    expect([0, 119_999, 120_000, 7_199_000, 7_200_000, 172_799_000, 273_600_000, -5].map(duration)).toEqual([
      "0 s",
      "119 s",
      "2 min",
      "119 min",
      "2 h",
      "47 h",
      "3 d",
      "0 s",
    ]);
  });
});

describe("ago", () => {
  it("counts from an ISO time", () => {
    const now = Date.parse("2026-01-01T00:00:42.500Z");
    expect([ago("2026-01-01T00:00:00.500Z", now), ago("2026-01-01T00:00:42.400Z", now)]).toEqual([
      "42 s ago",
      "just now",
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { ago, duration } from "./durations.ts";

describe("duration", () => {
  it("says the two units that matter", () => {
    expect([0, 59_999, 60_000, 185_000, 7_800_000, 273_600_000, -5].map(duration)).toEqual([
      "0 s",
      "59 s",
      "1 min",
      "3 min 5 s",
      "2 h 10 min",
      "3 d 4 h",
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

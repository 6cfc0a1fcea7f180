import { Fault } from "@sallyport/contract/faults";
import { describe, expect, it } from "vitest";
import { HOSTILE, NOW } from "../testing/watch-records.ts";
import { missedWords } from "./decision-words.ts";

const at = new Date(NOW - 2000).toISOString();

describe("missedWords", () => {
  it("says who decided and when, where somebody was first", () => {
    const first = new Fault("already_decided", "…", { state: "claimed", decided_by: "user:ann", decided_at: at });
    expect(missedWords(first, NOW)).toBe("already allowed by user:ann 2 s ago, runs now");
    const over = new Fault("wrong_state", "…", { state: "expired", decided_by: null, decided_at: at });
    expect(missedWords(over, NOW)).toBe("already expired 2 s ago");
  });

  it("N45 says anything else in one visible line", () => {
    expect(missedWords(new Error(HOSTILE), NOW)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(missedWords(new Fault("not_found", "no approval `x`"), NOW)).toBe("no approval `x`");
  });
});

import { describe, expect, it } from "vitest";
import { RestartBudget } from "./restart-budget.ts";

describe("RestartBudget", () => {
  it("restarts at once, then backs off, then gives up after five", () => {
    const budget = new RestartBudget();
    expect([1, 2, 3, 4, 5, 6].map((now) => budget.next(now))).toEqual([0, 500, 2_000, 8_000, 32_000, null]);
  });

  it("forgets restarts older than five minutes, and all of them when it is asked for", () => {
    const budget = new RestartBudget();
    for (let now = 0; now < 5; now += 1) budget.next(now);
    expect(budget.next(5 * 60 * 1000 + 10)).toBe(0);
    budget.refill();
    expect(budget.next(5 * 60 * 1000 + 20)).toBe(0);
  });
});

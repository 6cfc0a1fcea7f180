import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Paced } from "./paced.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("Paced", () => {
  it("runs at once, and folds what is asked for within the pause into one run at its end", async () => {
    let runs = 0;
    const paced = new Paced(250, async () => {
      runs += 1;
    });
    for (const _ of Array.from({ length: 1000 })) paced.ask();
    expect(runs).toBe(1);
    await vi.advanceTimersByTimeAsync(249);
    expect(runs).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(runs).toBe(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(runs).toBe(2);
    paced.ask();
    expect(runs).toBe(3);
  });

  it("never has two runs at a time", async () => {
    let [runs, running] = [0, 0];
    const slow = new Paced(10, async () => {
      runs += 1;
      running += 1;
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(running).toBe(1);
      running -= 1;
    });
    slow.ask();
    await vi.advanceTimersByTimeAsync(50);
    slow.ask();
    await vi.advanceTimersByTimeAsync(300);
    expect(runs).toBe(2);
  });

  it("runs no more once closed", async () => {
    let runs = 0;
    const paced = new Paced(10, async () => {
      runs += 1;
    });
    paced.ask();
    paced.ask();
    paced.close();
    paced.ask();
    await vi.advanceTimersByTimeAsync(100);
    expect(runs).toBe(1);
  });
});

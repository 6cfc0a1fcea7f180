import { describe, expect, it } from "vitest";
import { watched } from "./watched.ts";

describe("watched", () => {
  it("reads again on a change, and once for all that come while it reads", async () => {
    let reads = 0;
    let changed = () => {};
    const page = watched(
      async () => {
        reads += 1;
        return reads;
      },
      (listener) => {
        changed = listener;
        return () => {};
      },
    );
    changed();
    changed();
    await page.reload();
    expect([page.value.value, reads]).toEqual([2, 2]);
  });

  it("keeps what it had and says what is wrong", async () => {
    const answers = [async () => "first", async () => Promise.reject(new Error("no\u202e")), async () => "third"];
    const page = watched(
      async () => await answers.shift()?.(),
      () => () => {},
    );
    await page.reload();
    await page.reload();
    expect([page.value.value, page.problem.value]).toEqual(["third", null]);
  });
});

import { describe, expect, it } from "vitest";
import { follow, NOTHING_SHOWN, neighbour, settle } from "./settled-order.ts";

describe("follow", () => {
  it("takes the first list as it is sorted", () => {
    expect(follow(NOTHING_SHOWN, ["b", "a"], null)).toEqual(settle(["b", "a"]));
  });

  it("puts what is new after everything, wherever it would be sorted, and says so", () => {
    const order = follow(settle(["b", "d"]), ["a", "b", "c", "d"], "b");
    expect(order).toEqual({ shown: ["b", "d", "a", "c"], fresh: new Set(["a", "c"]) });
    expect(follow(order, ["a", "b", "d"], "b")).toEqual({ shown: ["b", "d", "a"], fresh: new Set(["a"]) });
  });

  it("keeps the one a person is at although it is gone, and no other", () => {
    expect(follow(settle(["a", "b", "c"]), ["c"], "b").shown).toEqual(["b", "c"]);
    expect(follow(settle(["a", "b", "c"]), ["c"], "c").shown).toEqual(["c"]);
  });
});

describe("neighbour", () => {
  it("is the next, or the last where there is none", () => {
    expect([
      neighbour(settle(["a", "b"]), "a"),
      neighbour(settle(["a", "b"]), "b"),
      neighbour(settle(["a"]), "a"),
    ]).toEqual(["b", "a", null]);
  });
});

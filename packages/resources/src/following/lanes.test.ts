import { describe, expect, it } from "vitest";
import { Lanes } from "./lanes.ts";

function recorded() {
  const done: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const lanes = new Lanes(async (key) => {
    done.push(`${key} begins`);
    await gates.get(key)?.promise;
    done.push(`${key} ends`);
  });
  const hold = (key: string) => {
    const gate = Promise.withResolvers<void>();
    gates.set(key, gate);
    return gate.resolve;
  };
  return { done, lanes, hold };
}

describe("Lanes", () => {
  it("works on one key of a lane at a time, and on lanes side by side", async () => {
    const { done, lanes, hold } = recorded();
    const release = hold("a1");
    lanes.ask("a", "a1");
    lanes.ask("a", "a2");
    await lanes.over("b", "b1");
    expect(done).toEqual(["a1 begins", "b1 begins", "b1 ends"]);
    release();
    await lanes.over("a", "a2");
    expect(done.slice(3)).toEqual(["a1 ends", "a2 begins", "a2 ends"]);
  });

  it("works once on a key that is asked for often before its turn, and again where its turn had begun", async () => {
    const { done, lanes, hold } = recorded();
    const release = hold("k");
    for (const _ of Array.from({ length: 5 })) lanes.ask("l", "k");
    await Promise.resolve();
    for (const _ of Array.from({ length: 5 })) lanes.ask("l", "k");
    release();
    await lanes.over("l", "k");
    await lanes.over("l", "other");
    expect(done.filter((entry) => entry === "k begins")).toHaveLength(2);
  });

  it("waits for the turn that runs", async () => {
    const { done, lanes, hold } = recorded();
    const release = hold("k");
    lanes.ask("l", "k");
    await Promise.resolve();
    const over = lanes.over("l", "k");
    release();
    await over;
    expect(done).toEqual(["k begins", "k ends"]);
  });

  it("opens a lane again after its end", async () => {
    const { done, lanes } = recorded();
    await lanes.over("l", "k");
    await lanes.over("l", "k");
    expect(done).toHaveLength(4);
  });
});

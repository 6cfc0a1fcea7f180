import { beforeEach, describe, expect, it, vi } from "vitest";
import { Paced } from "./paced.ts";

// `timers/promises` has no fake, so these wait for rests of a few milliseconds and count what was done, not how long it took.
describe("Paced", () => {
  let done: string[][];
  beforeEach(() => {
    done = [];
  });
  const work = async (due: ReadonlySet<string>) => void done.push([...due]);

  it("does the first at once and what follows together, the last included", async () => {
    const paced = new Paced(5, work);
    paced.ask("first");
    expect(done).toEqual([["first"]]);
    for (let times = 0; times < 1000; times += 1) paced.ask(`kind ${times % 2}`);
    await vi.waitFor(() => expect(done).toEqual([["first"], ["kind 0", "kind 1"]]));
  });

  it("never does it twice at a time", async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const paced = new Paced<string>(1, async (due) => {
      done.push([...due]);
      await gates[done.length - 1]?.promise;
    });
    paced.ask("a");
    paced.ask("b");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(done).toEqual([["a"]]);
    gates[0]?.resolve();
    await vi.waitFor(() => expect(done).toEqual([["a"], ["b"]]));
    gates[1]?.resolve();
  });

  it("drops what is due, and can be asked again", async () => {
    const paced = new Paced(60_000, work);
    paced.ask("a");
    paced.ask("dropped");
    await paced.drop();
    paced.ask("b");
    expect(done).toEqual([["a"], ["b"]]);
    await paced.drop();
  });
});

import { describe, expect, it } from "vitest";
import type { GateCall } from "./gate-call.ts";
import { type Layer, onion } from "./onion.ts";

// Layers of this test look at nothing of a call.
const call = {} as GateCall;

describe("onion", () => {
  it("goes from the outermost in and back out", async () => {
    const seen: string[] = [];
    const layer =
      (name: string): Layer =>
      async (_, next) => {
        seen.push(`${name} in`);
        const result = await next();
        seen.push(`${name} out`);
        return result;
      };
    expect(await onion([layer("a"), layer("b"), async () => ({ done: true })])(call)).toEqual({ done: true });
    expect(seen).toEqual(["a in", "b in", "b out", "a out"]);
  });

  it("refuses a second `next`, and a way past the last layer", async () => {
    const twice: Layer = async (_, next) => {
      await next();
      return next();
    };
    await expect(onion([twice, async () => ({})])(call)).rejects.toThrow("twice");
    await expect(onion([(_, next) => next()])(call)).rejects.toThrow("past its dispatch");
  });
});

import { WireError } from "@sallyport/contract/errors";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Replays } from "./replays.ts";

const identity = (tool: string) => ({ server: "fs", tool, arguments_digest: "a", definition_digest: "d" });
const text = (length: number) => ({ content: [{ type: "text", text: "x".repeat(length) }] });
const BARE = JSON.stringify(text(0)).length;

afterEach(() => vi.useRealTimers());

/** Keeps what ended one after the other, and answers which are still there. */
async function kept(replays: Replays, outcomes: Record<string, Promise<object>>): Promise<string[]> {
  for (const [tool, outcome] of Object.entries(outcomes)) {
    replays.keep(
      identity(tool),
      `approval-${tool}`,
      outcome.then((result) => ({ ...result })),
    );
    await replays.find(identity(tool))?.ended;
  }
  return Object.keys(outcomes).filter((tool) => replays.find(identity(tool)) !== undefined);
}

describe("Replays", () => {
  it("keeps so many outcomes, the newest", async () => {
    const replays = new Replays({ replayMs: 60_000, replays: 2, replayBytes: 10_000 });
    const outcome = () => Promise.resolve(text(1));
    expect(await kept(replays, { a: outcome(), b: outcome(), c: outcome() })).toEqual(["b", "c"]);
    replays.close();
    expect(replays.find(identity("c"))).toBeUndefined();
  });

  it("keeps so many bytes, and nothing for the sake of what alone is too much", async () => {
    const replays = new Replays({ replayMs: 60_000, replays: 10, replayBytes: 2 * BARE + 100 });
    const outcomes = { a: text(50), b: text(50), c: text(10), d: text(5_000) };
    const promised = Object.fromEntries(Object.entries(outcomes).map(([tool, how]) => [tool, Promise.resolve(how)]));
    expect(await kept(replays, promised)).toEqual(["b", "c"]);
    replays.close();
  });

  it("counts the time from the end, however long the call ran", async () => {
    vi.useFakeTimers();
    const replays = new Replays({ replayMs: 60_000, replays: 10, replayBytes: 10_000 });
    const { promise, resolve } = Promise.withResolvers<Record<string, unknown>>();
    replays.keep(identity("a"), "approval-a", promise);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(replays.find(identity("a"))?.approvalId).toBe("approval-a");
    resolve(text(1));
    await vi.advanceTimersByTimeAsync(59_999);
    expect(await replays.find(identity("a"))?.ended).toEqual({ kind: "result", result: text(1) });
    await vi.advanceTimersByTimeAsync(1);
    expect(replays.find(identity("a"))).toBeUndefined();
  });

  it("keeps a server's error, and nothing of a call that was never sent", async () => {
    const replays = new Replays({ replayMs: 60_000, replays: 10, replayBytes: 10_000 });
    const fails = (error: unknown) => Promise.reject(error);
    const outcomes = {
      raised: fails(new WireError(-32077, "the child's")),
      refused: fails(new WireError(-32951, "policy_denied_continue")),
      aborted: fails(new DOMException("gone", "AbortError")),
    };
    expect(await kept(replays, outcomes)).toEqual(["raised"]);
    replays.close();
  });
});

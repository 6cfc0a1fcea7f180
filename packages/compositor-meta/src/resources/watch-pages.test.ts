import type { Change, ChangeFeed } from "@sallyport/store";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watchPages } from "./watch-pages.ts";

/** A feed and pages that a test moves by hand. */
function scripted(lookAgainMs?: number) {
  const listeners = new Set<(change: Change) => void>();
  const changes: ChangeFeed = {
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const heard: object[] = [];
  let looks = 0;
  let now: Promise<ReadonlyMap<string, string>> = Promise.resolve(new Map());
  const pages = () => {
    looks += 1;
    return now;
  };
  const stop = watchPages(
    { face: { principal: "agent", agent: "a" }, changes, states: pages, ...(lookAgainMs && { lookAgainMs }) },
    (change) => heard.push(change),
  );
  return {
    heard,
    stop,
    looks: () => looks,
    isWatched: () => listeners.size > 0,
    set: (shown: Record<string, string>) => {
      now = Promise.resolve(new Map(Object.entries(shown)));
    },
    fail: () => {
      now = Promise.reject(new Error("the store is busy"));
      now.catch(() => {});
    },
    tell: (change: Partial<Change> = {}) => {
      for (const listener of listeners) listener({ seq: 1, topic: "mounts", agent: "a", key: "x", ...change });
    },
  };
}

const LIST_CHANGED = { kind: "list_changed" };
const updated = (uri: string) => ({ kind: "updated", uri });

let watched: ReturnType<typeof scripted>;
beforeEach(() => {
  watched = scripted();
});
afterEach(() => watched.stop());

describe("watchPages", () => {
  it("looks once more for all that changed while it looked", async () => {
    watched.set({ a: "1" });
    for (const _ of Array.from({ length: 100 })) watched.tell();
    await vi.waitFor(() => expect(watched.heard).toEqual([updated("a"), LIST_CHANGED]));
    expect(watched.looks()).toBeLessThan(4);
  });

  it("has nothing to say where the pages are as they were", async () => {
    watched.tell();
    await vi.waitFor(() => expect(watched.looks()).toBe(2));
    watched.set({ a: "1" });
    watched.tell();
    await vi.waitFor(() => expect(watched.heard).toEqual([updated("a"), LIST_CHANGED]));
  });

  it("does not look for other agents, nor for other topics", async () => {
    watched.set({ a: "1" });
    watched.tell({ agent: "b" });
    watched.tell({ topic: "policy" });
    await Promise.resolve();
    expect(watched.looks()).toBe(1);
  });

  it("says that the list may be another one where the store could not be read, and goes on", async () => {
    watched.fail();
    watched.tell();
    await vi.waitFor(() => expect(watched.heard).toEqual([LIST_CHANGED]));
    watched.set({ a: "1" });
    watched.tell();
    await vi.waitFor(() => expect(watched.heard.slice(1)).toEqual([updated("a"), LIST_CHANGED]));
  });

  it("sees in the end what nobody announced", async () => {
    const looking = scripted(5);
    looking.set({ a: "1" });
    await vi.waitFor(() => expect(looking.heard).toEqual([updated("a"), LIST_CHANGED]));
    looking.stop();
  });

  it("is quiet once it was told to stop", async () => {
    watched.set({ a: "1" });
    watched.tell();
    watched.stop();
    await vi.waitFor(() => expect(watched.looks()).toBe(2));
    expect([watched.heard, watched.isWatched()]).toEqual([[], false]);
  });
});

import type { JsonObject } from "@sallyport/contract/json";
import type { Peer } from "@sallyport/mcp";
import { describe, expect, it } from "vitest";
import { listAll } from "./listing.ts";

/** A server that answers these pages and then, where `last` is not there, new ones for ever. */
function server(page: (at: number) => JsonObject): Peer & { asked: number } {
  return {
    asked: 0,
    async request() {
      this.asked += 1;
      return page(this.asked);
    },
    notify: async () => {},
  };
}

describe("listAll", () => {
  it("follows the cursors to the last page", async () => {
    const peer = server((at) => ({ tools: [{ at }], ...(at < 3 && { nextCursor: `${at}` }) }));
    expect(await listAll(peer, "tools/list", "tools")).toEqual([{ at: 1 }, { at: 2 }, { at: 3 }]);
  });

  it("N51 gives up a list that goes on and on, by its size", async () => {
    const peer = server((at) => ({ tools: [{ text: "x".repeat(1024 * 1024) }], nextCursor: `${at}` }));
    await expect(listAll(peer, "tools/list", "tools")).rejects.toThrow("goes on past");
    expect(peer.asked).toBeLessThan(40);
  });

  it("N51 refuses what is nested too deep to be sent on", async () => {
    const deep = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    const peer = server(() => ({ tools: [{ name: "fine" }, { name: "deep", _meta: { deep } }] }));
    await expect(listAll(peer, "tools/list", "tools")).rejects.toThrow("nested over");
  });
});

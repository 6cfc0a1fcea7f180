import { connectTable } from "@sallyport/mcp";
import { createMemoryStores } from "@sallyport/store/memory";
import { describe, expect, it } from "vitest";
import { createLoop } from "./server.ts";

/** A loop of agent `default` on a store of its own, and how the store sees agents. */
async function openLoopDoor() {
  const stores = createMemoryStores();
  const { turns } = stores.open("loop");
  const { agents } = stores.open("agents");
  const client = { info: { name: "test", version: "0" }, capabilities: {} };
  const child = await connectTable(createLoop({ agent: "default", turns }), client);
  return { agents, child };
}

describe("createLoop", () => {
  it("has one tool", async () => {
    const { child } = await openLoopDoor();
    const { tools } = await child.request("tools/list");
    expect((tools as { name: string }[]).map(({ name }) => name)).toEqual(["yield_turn"]);
  });

  it("records each turn that ended, for its own agent", async () => {
    const { agents, child } = await openLoopDoor();
    const yieldTurn = () => child.request("tools/call", { name: "yield_turn" });
    expect((await yieldTurn()).structuredContent).toEqual({ ok: true });
    expect(await agents.list()).toMatchObject([{ agent: "default", turns: 1, yielded_at: expect.any(String) }]);
    await yieldTurn();
    expect(await agents.list()).toMatchObject([{ agent: "default", turns: 2, aborted: null }]);
  });

  it("refuses arguments it does not know, and records nothing", async () => {
    const { agents, child } = await openLoopDoor();
    const answer = await child.request("tools/call", { name: "yield_turn", arguments: { agent: "other" } });
    expect(answer).toMatchObject({ isError: true, structuredContent: { error: { code: "invalid_input" } } });
    expect(await agents.list()).toEqual([]);
  });
});

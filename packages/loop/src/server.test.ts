import { connectTable } from "@sallyport/mcp";
import { describe, expect, it } from "vitest";
import { createLoop } from "./server.ts";

const connect = () => connectTable(createLoop(), { info: { name: "test", version: "0" }, capabilities: {} });

describe("createLoop", () => {
  it("has one tool", async () => {
    const child = await connect();
    const { tools } = await child.request("tools/list");
    expect((tools as { name: string }[]).map(({ name }) => name)).toEqual(["yield_turn"]);
    await child.close();
  });

  it("ends the turn", async () => {
    const child = await connect();
    const { structuredContent } = await child.request("tools/call", { name: "yield_turn" });
    expect(structuredContent).toEqual({ ok: true });
    await child.close();
  });

  it("refuses arguments it does not know", async () => {
    const child = await connect();
    const answer = await child.request("tools/call", { name: "yield_turn", arguments: { now: true } });
    expect(answer).toMatchObject({ isError: true, structuredContent: { error: { code: "invalid_input" } } });
    await child.close();
  });
});

import { fileURLToPath } from "node:url";
import { connectChild } from "@sallyport/mcp";
import { describe, expect, it } from "vitest";

const bin = fileURLToPath(new URL("./bin.ts", import.meta.url));

describe("sallyport-loop", () => {
  it("serves over stdio and is gone when its stdin ends", async () => {
    const garbage: string[] = [];
    const child = await connectChild(
      { type: "stdio", command: process.execPath, args: ["--conditions=@sallyport/source", bin], env: {} },
      { info: { name: "test", version: "0" }, capabilities: {}, onGarbage: (line) => garbage.push(line) },
    );
    expect(child.initialize.serverInfo).toMatchObject({ name: "sallyport-loop" });
    const answer = await child.request("tools/call", { name: "yield_turn", arguments: {} });
    expect(answer.structuredContent).toEqual({ ok: true });
    await child.close();
    expect(await child.closed).toMatchObject({ reason: "closed_by_us", exitCode: 0 });
    expect(garbage).toEqual([]);
  });
});

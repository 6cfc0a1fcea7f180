import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectChild } from "@sallyport/mcp";
import { openStore } from "@sallyport/store";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const bin = fileURLToPath(new URL("./bin.ts", import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sallyport-"));
});
afterEach(() => rm(folder, { recursive: true }));

describe("sallyport-loop", { timeout: 30_000 }, () => {
  it("records a turn in the store it is given, and is gone when its stdin ends", async () => {
    const url = `sqlite:${join(folder, "store.db")}`;
    const garbage: string[] = [];
    const child = await connectChild(
      {
        type: "stdio",
        command: process.execPath,
        args: ["--conditions=@sallyport/source", bin, "--store", url, "--agent", "builder"],
        env: { PATH: process.env.PATH ?? "" },
      },
      { info: { name: "test", version: "0" }, capabilities: {}, onGarbage: (line) => garbage.push(line) },
    );
    expect(child.initialize.serverInfo).toMatchObject({ name: "sallyport-loop" });
    const answer = await child.request("tools/call", { name: "yield_turn", arguments: {} });
    expect(answer.structuredContent).toEqual({ ok: true });
    await child.close();
    expect(await child.closed).toMatchObject({ reason: "closed_by_us", exitCode: 0 });
    expect(garbage).toEqual([]);

    const store = await openStore(url, "agents");
    expect(await store.agents.get("builder")).toMatchObject({ turns: 1 });
    await store.close();
  });
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectChild } from "@sallyport/mcp";
import { openStore } from "@sallyport/store";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const bin = fileURLToPath(new URL("./bin.ts", import.meta.url));

let folder: string;
let url: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sallyport-"));
  url = `sqlite:${join(folder, "store.db")}`;
});
afterEach(() => rm(folder, { recursive: true }));

const start = (...args: string[]) =>
  connectChild(
    {
      type: "stdio",
      command: process.execPath,
      args: ["--conditions=@sallyport/source", bin, "--store", url, ...args],
      env: { PATH: process.env.PATH ?? "" },
    },
    { info: { name: "test", version: "0" }, capabilities: {} },
  );

async function activeAuthor(): Promise<string | undefined> {
  const reader = await openStore(url, "reader");
  const active = await reader.policies.active("default");
  await reader.close();
  return active?.author;
}

describe("sallyport-policy-approver", () => {
  it("sets the first policy of an agent that has none, and is gone when its stdin ends", async () => {
    const child = await start("--as", "user:ann");
    expect(child.initialize.serverInfo).toMatchObject({ name: "sallyport-policy-approver" });
    const answer = await child.request("tools/call", { name: "set_mode", arguments: { id: "read-only" } });
    expect(answer.structuredContent).toMatchObject({ version: 1, mode: "read-only" });
    await child.close();
    expect(await child.closed).toMatchObject({ reason: "closed_by_us", exitCode: 0 });
    expect(await activeAuthor()).toBe("user:ann");
  });

  it("decides in the name of who runs it", async () => {
    const child = await start();
    await child.request("tools/call", { name: "set_mode", arguments: { id: "read-only" } });
    await child.close();
    expect(await activeAuthor()).toMatch(/^user:.+/);
  });
});

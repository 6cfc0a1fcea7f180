import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectChild } from "@sallyport/mcp";
import { openStore } from "@sallyport/store";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ALLOWS } from "./testing/proposer-door.ts";

const bin = fileURLToPath(new URL("./bin.ts", import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sallyport-"));
});
afterEach(() => rm(folder, { recursive: true }));

describe("sallyport-policy-proposer", () => {
  it("proposes into the store it is given, and is gone when its stdin ends", async () => {
    const url = `sqlite:${join(folder, "store.db")}`;
    const garbage: string[] = [];
    const child = await connectChild(
      {
        type: "stdio",
        command: process.execPath,
        args: ["--conditions=@sallyport/source", bin, "--agent", "builder"],
        env: { SALLYPORT_STORE: url, PATH: process.env.PATH ?? "" },
      },
      { info: { name: "test", version: "0" }, capabilities: {}, onGarbage: (line) => garbage.push(line) },
    );
    expect(child.initialize.serverInfo).toMatchObject({ name: "sallyport-policy-proposer" });
    const { structuredContent } = await child.request("tools/call", {
      name: "propose_policy",
      arguments: { source: ALLOWS, language: "javascript" },
    });
    await child.close();
    expect(await child.closed).toMatchObject({ reason: "closed_by_us", exitCode: 0 });
    expect(garbage).toEqual([]);

    const reader = await openStore(url, "reader");
    expect(await reader.proposals.list({})).toMatchObject([{ ...(structuredContent as object), agent: "builder" }]);
    await reader.close();
  });
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectChild } from "@sallyport/mcp";
import { openStore } from "@sallyport/store";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listedUris, mountRecord, readPage } from "./testing/meta-door.ts";

const bin = fileURLToPath(new URL("./bin.ts", import.meta.url));
const WHILE = { timeout: 20_000 };

let folder: string;
let url: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sallyport-"));
  url = `sqlite:${join(folder, "store.db")}`;
});
afterEach(() => rm(folder, { recursive: true }));

const start = (env: Record<string, string>, onNotification: (method: string, params: object) => void = () => {}) =>
  connectChild(
    {
      type: "stdio",
      command: process.execPath,
      args: ["--conditions=@sallyport/source", bin, "--store", url],
      env: { PATH: process.env.PATH ?? "", ...env },
    },
    { info: { name: "test", version: "0" }, capabilities: {}, onNotification },
  );

describe("sallyport-compositor-meta", () => {
  it("starts on a store that is not there yet, shows no servers, and is gone when its stdin ends", async () => {
    const child = await start({});
    expect(child.initialize.serverInfo).toMatchObject({ name: "sallyport-compositor-meta" });
    expect(await listedUris(child)).toEqual([]);
    await child.close();
    expect(await child.closed).toMatchObject({ reason: "closed_by_us", exitCode: 0 });
  }, 30_000);

  it("shows each face what it may see of what another process records, and tells it of moves", async () => {
    const gate = await openStore(url, "gate");
    const owner = await gate.instances.enter({ agent: "default", view: "agent" });
    await gate.mounts.record(mountRecord({ owner, name: "files" }));
    await gate.mounts.record(mountRecord({ owner, name: "policy_approver", view: "human" }));
    const heard: object[] = [];
    const agent = await start({}, (method, params) => heard.push({ method, params }));
    const human = await start({ SALLYPORT_FACE: "human" });
    const uri = "compositor://state/files";
    expect(await listedUris(agent)).toEqual([uri]);
    expect(await listedUris(human)).toEqual([uri, "compositor://state/policy_approver"]);

    await agent.request("resources/subscribe", { uri });
    await gate.mounts.record(mountRecord({ owner, name: "policy_approver", view: "human", restarts: 1 }));
    await gate.mounts.record(mountRecord({ owner, name: "files", state: { state: "failed", error: "gone" } }));
    await vi.waitFor(
      () => expect(heard).toEqual([{ method: "notifications/resources/updated", params: { uri } }]),
      WHILE,
    );
    expect(await readPage(agent, "files")).toMatchObject({ state: "failed", error: "gone" });

    await gate.close();
    await vi.waitFor(() => expect(heard.slice(1)).toHaveLength(2), WHILE);
    expect([await listedUris(agent), await listedUris(human)]).toEqual([[], []]);
    await Promise.all([agent.close(), human.close()]);
  }, 60_000);
});

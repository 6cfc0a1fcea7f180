import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectChild } from "@sallyport/mcp";
import { openStore } from "@sallyport/store";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ALLOW_ALL, listedUris } from "./testing/reader-door.ts";

const bin = fileURLToPath(new URL("./bin.ts", import.meta.url));

let folder: string;
let url: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sallyport-"));
  url = `sqlite:${join(folder, "store.db")}`;
});
afterEach(() => rm(folder, { recursive: true }));

const start = (args: string[], onNotification: (method: string, params: object) => void = () => {}) =>
  connectChild(
    {
      type: "stdio",
      command: process.execPath,
      args: ["--conditions=@sallyport/source", bin, "--store", url, ...args],
      env: { PATH: process.env.PATH ?? "" },
    },
    { info: { name: "test", version: "0" }, capabilities: {}, onNotification },
  );

describe("sallyport-policy-reader", () => {
  it("starts on a store that is not there yet, shows no policy, and is gone when its stdin ends", async () => {
    const child = await start([]);
    expect(child.initialize.serverInfo).toMatchObject({ name: "sallyport-policy-reader" });
    expect(await listedUris(child)).toEqual(["resource://approval-policy/proposals/list"]);
    await child.close();
    expect(await child.closed).toMatchObject({ reason: "closed_by_us", exitCode: 0 });
  });

  it("shows a person the approvals and answers dry decisions", async () => {
    const approver = await openStore(url, "approver");
    await approver.policies.activate({ ...ALLOW_ALL, agent: "default" });
    const child = await start(["--face", "human"]);
    expect(await listedUris(child)).toContain("approvals://pending");
    const { structuredContent } = await child.request("tools/call", { name: "decide", arguments: { name: "a" } });
    expect(structuredContent).toMatchObject({ decision: "allow" });
    await child.close();
    await approver.close();
  });

  it("gives an agent `decide` with `--decide` only", async () => {
    const child = await start(["--decide"]);
    expect(child.initialize.capabilities).toHaveProperty("tools");
    await child.close();
  });

  it("tells of what another process changed", async () => {
    const approver = await openStore(url, "approver");
    await approver.policies.activate({ ...ALLOW_ALL, agent: "default" });
    const heard: object[] = [];
    const child = await start([], (method, params) => heard.push({ method, params }));
    const uri = "resource://approval-policy/policy.js";
    await child.request("resources/subscribe", { uri });
    await approver.policies.activate({ ...ALLOW_ALL, agent: "default", source: `${ALLOW_ALL.source}// more\n` });
    await vi.waitFor(() => expect(heard).toEqual([{ method: "notifications/resources/updated", params: { uri } }]), {
      timeout: 4000,
    });
    await child.close();
    await approver.close();
  });
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServedTable } from "@sallyport/mcp";
import { openStore } from "@sallyport/store";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { call, connectClient, until } from "./fixtures/gate-bench.ts";
import { openHumanView } from "./human-view.ts";
import { MOUNT_DEFAULTS, type MountSpec } from "./mount-spec.ts";

let folder: string;
let url: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "human-view-"));
  url = `sqlite:${join(folder, "store.db")}`;
});
afterEach(() => rmSync(folder, { recursive: true }));

const table: ServedTable = {
  info: { name: "approver", version: "0" },
  tools: [
    {
      name: "approve",
      title: "approve",
      description: "approves",
      inputSchema: { type: "object" },
      outputSchema: { type: "object" },
      annotations: {},
      call: async () => ({ ok: true }),
    },
  ],
};
const open = (records: boolean) =>
  openHumanView({ store: url, agent: "a", info: { name: "human", version: "0" }, log: () => {}, records });
const refused = (visibleTo: MountSpec["visibleTo"]): Omit<MountSpec, "name"> => ({
  ...MOUNT_DEFAULTS,
  visibleTo,
  spec: { type: "unstartable", error: "not today" },
});

describe("openHumanView", { timeout: 30_000 }, () => {
  it("says in the store what it mounts, in its own view, and only what a person may see", async () => {
    const view = await open(true);
    const reader = await openStore(url, "reader");
    view.compositor.mountInProcess("policy_approver", table);
    await view.compositor.reconfigure({
      mounts: [
        { name: "both", ...refused(["agent", "human"]) },
        { name: "hidden", ...refused(["agent"]) },
      ],
    });
    const client = await connectClient(view.compositor);
    expect(await call(client, "policy_approver_approve")).toMatchObject({ structuredContent: { ok: true } });
    const mounts = await until(async () => {
      const listed = await reader.mounts.list({ agent: "a" });
      return listed.every(({ state }) => state.state !== "initializing") ? listed : null;
    });
    expect(mounts.map(({ name, view: of, origin, pinned }) => ({ name, of, origin, pinned }))).toEqual([
      { name: "both", of: "human", origin: "configured", pinned: false },
      { name: "policy_approver", of: "human", origin: "product", pinned: true },
    ]);
    await view.close();
    expect(await reader.mounts.list({ agent: "a" })).toEqual([]);
    await reader.close();
  });

  it("leaves no trace of its mounts where it is open for one command", async () => {
    const view = await open(false);
    view.compositor.mountInProcess("policy_approver", table);
    const client = await connectClient(view.compositor);
    await call(client, "policy_approver_approve");
    await view.compositor.close();
    const reader = await openStore(url, "reader");
    expect(await reader.mounts.list({ agent: "a" })).toEqual([]);
    await reader.close();
    await view.close();
  });
});

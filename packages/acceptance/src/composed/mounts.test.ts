import { describe, expect, it } from "vitest";
import { bin } from "../harness/bins.ts";
import { eventually } from "../harness/eventually.ts";
import { byTool } from "../harness/policies.ts";
import { processesWith } from "../harness/processes.ts";
import type { Params, RawClient } from "../harness/raw-client.ts";
import { createTestBed, type TestBed } from "../harness/test-bed.ts";

const state = (name: string) => `compositor://state/${name}`;
const LIST_CHANGED = "notifications/resources/list_changed";

const server = (bed: TestBed, name: string, ...args: string[]): Promise<RawClient> =>
  bed.connect({ command: process.execPath, args: [bin(name), ...args], env: bed.environment("default") });

function compositor(bed: TestBed, mcpServers: Params = {}): Promise<RawClient> {
  return server(bed, "compositor", "--config", bed.write("servers.json", JSON.stringify({ mcpServers })));
}

async function listed(meta: RawClient): Promise<string[]> {
  const { result } = await meta.request("resources/list");
  return result.resources.map(({ uri }: { uri: string }) => uri);
}

// biome-ignore lint/suspicious/noExplicitAny: a test asserts on what came over the wire, whatever it is
async function read(meta: RawClient, name: string): Promise<any> {
  const { result } = await meta.request("resources/read", { uri: state(name) });
  return JSON.parse(result.contents[0].text);
}

const attach = async (admin: RawClient, name: string, spec: Params) =>
  (await admin.call("attach_server", { name, spec: { type: "stdio", ...spec } })).result;
const detach = async (admin: RawClient, name: string) => (await admin.call("detach_server", { name })).result;

describe.concurrent("mounts at run time, each server a process of its own", () => {
  it("G17 what one process attaches, another mounts and a third shows, until it is detached", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(byTool({}));
    const door = await compositor(bed);
    const admin = await server(bed, "compositor-admin");
    const meta = await server(bed, "compositor-meta");
    expect(await attach(admin, "fresh", bed.evil())).toMatchObject({
      structuredContent: { ok: true, state: "running" },
    });
    await meta.heard(LIST_CHANGED);
    expect(await listed(meta)).toEqual([state("fresh")]);
    expect(await read(meta, "fresh")).toMatchObject({ state: "running", restarts: 0, tools: expect.any(Array) });
    await door.heard("notifications/tools/list_changed");
    expect(await door.toolNames()).toContain("fresh_act");
    expect((await door.call("fresh_act", {})).error).toBeUndefined();
    expect(bed.ran("act")).toBe(1);

    await meta.request("resources/subscribe", { uri: state("fresh") });
    expect(await detach(admin, "fresh")).toMatchObject({ structuredContent: { ok: true, state: "gone" } });
    await meta.heard("notifications/resources/updated", ({ uri }) => uri === state("fresh"));
    expect(await listed(meta)).toEqual([]);
    expect(await door.toolNames()).not.toContain("fresh_act");
    await eventually("the child is gone", () => processesWith(bed.marker).length === 0);
  });

  it("G17 what is attached is mounted again by the next compositor, also what was wished while none ran", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(byTool({}));
    const admin = await server(bed, "compositor-admin");
    expect(await attach(admin, "first", bed.evil())).toMatchObject({ structuredContent: { state: "recorded" } });
    const door = await compositor(bed);
    expect(await door.toolNames()).toContain("first_act");
    expect(await attach(admin, "second", bed.evil())).toMatchObject({ structuredContent: { state: "running" } });
    await door.close();
    const again = await compositor(bed);
    expect(await again.toolNames()).toEqual(expect.arrayContaining(["first_act", "second_act"]));
  });

  it("G17 a server that cannot start is told with its error, and can be tried again and taken away", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(byTool({}));
    await compositor(bed);
    const admin = await server(bed, "compositor-admin");
    const meta = await server(bed, "compositor-meta", "--face", "human");
    const spec = { command: `${bed.folder}/nothing`, env: { TOKEN: "canary-4711" } };
    const failed = await attach(admin, "broken", spec);
    expect(failed).toMatchObject({ isError: true, structuredContent: { error: { code: "mount_failed" } } });
    const { error } = failed.structuredContent.error;
    expect(await read(meta, "broken")).toMatchObject({ state: "failed", error });
    expect(JSON.stringify([failed, await read(meta, "broken")])).not.toContain("canary-4711");
    bed.write("nothing", "");
    expect(await attach(admin, "broken", spec)).toMatchObject({ isError: true });
    expect(await detach(admin, "broken")).toMatchObject({ structuredContent: { ok: true, state: "gone" } });
    expect(await listed(meta)).toEqual([]);
  });

  it("G17 a configured server that was detached stays away, and the same spec brings it back", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(byTool({}));
    const servers = { files: bed.evil(), kept: { ...bed.evil(), sallyport: { pinned: true } } };
    const door = await compositor(bed, servers);
    const admin = await server(bed, "compositor-admin");
    expect(await door.toolNames()).toEqual(expect.arrayContaining(["files_act", "kept_act"]));
    expect(await detach(admin, "kept")).toMatchObject({ structuredContent: { error: { code: "forbidden" } } });
    expect(await detach(admin, "files")).toMatchObject({ structuredContent: { ok: true, state: "gone" } });
    await door.close();
    const again = await compositor(bed, servers);
    expect(await again.toolNames()).toContain("kept_act");
    expect(await again.toolNames()).not.toContain("files_act");
    const other = await attach(admin, "files", { command: "other" });
    expect(other).toMatchObject({ structuredContent: { error: { code: "already_mounted" } } });
    expect(await attach(admin, "files", bed.evil())).toMatchObject({ structuredContent: { state: "running" } });
    expect(await again.toolNames()).toContain("files_act");
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { call, type connectClient, openBench, until } from "../fixtures/gate-bench.ts";
import type { MountSpec } from "../mount-spec.ts";

let bench: Awaited<ReturnType<typeof openBench>>;

beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const tool = (name: string) => ({ name, inputSchema: { type: "object" } });
const tools = (...names: string[]) => ({ TOOLS: JSON.stringify(names.map(tool)) });

async function listed(client: Awaited<ReturnType<typeof connectClient>>) {
  const result = await client.request("tools/list");
  return { names: (result.tools as { name: string }[]).map(({ name }) => name), meta: result._meta };
}

describe("mountServer", () => {
  it("N01 refuses the second of two mounts whose names collide, naming both; the first keeps working", async () => {
    bench.compositor.start();
    await bench.compositor.mountServer("a_b", bench.spec(tools("c")));
    const second = await bench.compositor.mountServer("a", bench.spec(tools("b_c")));
    expect(second).toMatchObject({ state: "failed", error: expect.stringMatching(/mount_conflict.*`a`.*`a_b`/) });
    const client = await bench.connect();
    expect(await listed(client)).toEqual({
      names: ["a_b_c"],
      meta: { "sallyport/unavailable": [{ server: "a", reason: expect.stringContaining("mount_conflict") }] },
    });
  });

  it("N01 lets the mount that was wanted first win, whichever lists first", async () => {
    void bench.compositor.mountServer("a_b", bench.spec(tools("c")));
    void bench.compositor.mountServer("a", bench.spec(tools("b_c")));
    const client = await bench.connect();
    await until(() => bench.compositor.snapshot().servers.a?.state === "failed");
    expect((await listed(client)).names).toEqual(["a_b_c"]);
  });

  it("tells the timeline each move, by a name of one style", async () => {
    bench.compositor.start();
    await bench.compositor.mountServer("a", bench.spec());
    await bench.compositor.mountServer("gone", { ...bench.spec(), spec: { type: "unstartable", error: "not today" } });
    await bench.compositor.unmountServer("a");
    await until(async () => (await bench.reader.timeline.list({ limit: 200 })).at(-1)?.action === "mount-removed");
    const events = await bench.reader.timeline.list({ limit: 200 });
    expect(events.filter(({ phase }) => phase === "mount").map(({ action, server }) => `${server} ${action}`)).toEqual([
      "a mount-started",
      "a mount-running",
      "gone mount-started",
      "gone mount-failed",
      "a mount-removed",
    ]);
  });

  it("N02 N05 refuses a twin of a name, and a name of the product's own", async () => {
    void bench.compositor.mountServer("srv", bench.spec());
    await expect(bench.compositor.mountServer("srv", bench.spec())).rejects.toThrow("mount_conflict");
    await expect(bench.compositor.mountServer("policy-approver", bench.spec())).rejects.toThrow("mount_conflict");
    await expect(bench.compositor.mountServer("loop", bench.spec())).rejects.toThrow("mount_conflict");
  });

  it("N04 keeps a name that exists when a child adds a tool that shadows it, and tells the timeline", async () => {
    bench.compositor.start();
    await bench.compositor.mountServer("a_b", bench.spec(tools("c")));
    await bench.compositor.mountServer("a", bench.spec());
    const client = await bench.connect();
    await call(client, "a_grow", { name: "b_c" });
    await call(client, "a_grow", { name: "fresh" });
    await until(async () => (await listed(client)).names.includes("a_fresh"));
    expect((await listed(client)).names.filter((name) => name === "a_b_c")).toHaveLength(1);
    const events = await bench.reader.timeline.list({ limit: 200 });
    expect(events.filter(({ action }) => action === "name-shadowed")).toMatchObject([{ server: "a", tool: "a_b_c" }]);
  });

  it("brings a crashed child back within a second, and the other never notices", async () => {
    bench.compositor.start();
    await bench.compositor.mountServer("one", bench.spec());
    await bench.compositor.mountServer("two", bench.spec());
    const client = await bench.connect();
    await expect(call(client, "one_die")).rejects.toMatchObject({ code: -32000, data: { server: "one", tool: "die" } });
    await call(client, "two_echo");
    await call(client, "one_echo");
    expect(bench.compositor.snapshot().servers.one).toMatchObject({ state: "running", restarts: 1 });
    expect(bench.compositor.snapshot().servers.two).toMatchObject({ state: "running", restarts: 0 });
  });

  it("shows a server that dies at start as failed, with the rest of the list there and saying so", async () => {
    void bench.compositor.mountServer("bad", bench.spec({ DIE_AT_START: "1" }));
    void bench.compositor.mountServer("good", bench.spec(tools("x")));
    const client = await bench.connect();
    await until(() => bench.compositor.snapshot().servers.bad?.state === "failed");
    expect(await listed(client)).toMatchObject({
      names: ["good_x"],
      meta: { "sallyport/unavailable": [{ server: "bad" }] },
    });
  });

  it("shows a command that does not exist and a mount that cannot start as failed, at once", async () => {
    bench.compositor.start();
    const missing: Omit<MountSpec, "name"> = {
      ...bench.spec(),
      spec: { type: "stdio", command: "/no/such/command", args: [], env: {} },
    };
    expect(await bench.compositor.mountServer("missing", missing)).toMatchObject({ state: "failed" });
    const unset = { ...bench.spec(), spec: { type: "unstartable", error: "`TOKEN` is not set" } } as const;
    expect(await bench.compositor.mountServer("unset", unset)).toEqual({
      state: "failed",
      error: "`TOKEN` is not set",
    });
  });

  it("ends a call at the deadline its configuration gives, and records the time-out", async () => {
    bench.compositor.start();
    await bench.compositor.mountServer("fs", bench.spec({}, { timeoutSec: 0.05 }));
    const client = await bench.connect();
    await expect(call(client, "fs_hang")).rejects.toMatchObject({ code: -32001, data: { error: "E_TIMEOUT" } });
    await vi.waitFor(async () => {
      const events = await bench.reader.timeline.list({ limit: 100 });
      expect(events.at(-1)).toMatchObject({ status: "timeout", error: { code: "E_TIMEOUT" } });
    });
  });
});

describe("reconfigure", () => {
  it("unmounts what is gone, remounts what changed and leaves the rest running", async () => {
    bench.compositor.start();
    const named = (name: string, env = {}) => ({ name, ...bench.spec(env) });
    await bench.compositor.reconfigure({ mounts: [named("same"), named("changed"), named("gone")] });
    const client = await bench.connect();
    await listed(client);
    const before = bench.compositor.snapshot().servers;
    await bench.compositor.reconfigure({ mounts: [named("same"), named("changed", tools("other")), named("new")] });
    const { names } = await listed(client);
    const after = bench.compositor.snapshot().servers;
    expect(Object.keys(after).sort()).toEqual(["changed", "new", "same"]);
    expect(after.same?.since).toBe(before.same?.since);
    expect(names).toContain("changed_other");
    expect(names).not.toContain("changed_echo");
    expect(names).toContain("new_echo");
  });

  it("does not mount what the principal may not see", async () => {
    bench.compositor.start();
    await bench.compositor.reconfigure({ mounts: [{ name: "private", ...bench.spec({}, { visibleTo: ["human"] }) }] });
    expect(bench.compositor.snapshot().servers).toEqual({});
  });
});

describe("unmountServer", () => {
  it("ends calls in flight with an error and cancels what waits for a person", async () => {
    bench.compositor.start();
    await bench.compositor.mountServer("fs", bench.spec());
    const client = await bench.connect();
    const hanging = call(client, "fs_hang").catch((error: unknown) => error);
    await until(() => bench.calls().includes("hang"));
    bench.verdict = "ask";
    const waiting = call(client, "fs_write").catch((error: unknown) => error);
    await until(async () => (await bench.reader.approvals.pending({})).length === 1);
    await bench.compositor.unmountServer("fs");
    expect(await hanging).toMatchObject({ code: -32000, data: { server: "fs" } });
    expect(await waiting).toMatchObject({ code: -32951 });
    await expect(call(client, "fs_echo")).rejects.toMatchObject({ code: -32602 });
  });
});

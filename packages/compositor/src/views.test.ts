import type { ServedTable } from "@sallyport/mcp";
import { afterEach, describe, expect, it } from "vitest";
import { call, openBench, until } from "./fixtures/gate-bench.ts";
import type { CompositorPowers } from "./powers.ts";

let bench: Awaited<ReturnType<typeof openBench>>;
afterEach(() => bench.close());

async function open(given: Partial<CompositorPowers> = {}) {
  bench = await openBench(given);
  void bench.compositor.mountServer("fs", bench.spec());
  return bench.connect();
}
const verdicts = async () => (await bench.reader.timeline.list({ limit: 100 })).flatMap(({ verdict }) => verdict ?? []);

describe("an agent's view", () => {
  it("N44 turns every ask into a deny where nobody can be asked", async () => {
    const client = await open({ interactive: false });
    bench.verdict = "ask";
    await expect(call(client, "fs_write")).rejects.toMatchObject({ code: -32951 });
    expect(await bench.reader.approvals.pending({})).toEqual([]);
  });

  it("is busy over its cap, and a call that waits for a person does not count", async () => {
    const client = await open({ limits: { inFlight: 1 } });
    bench.verdict = "ask";
    const waiting = call(client, "fs_write").catch(() => {});
    await until(async () => (await bench.reader.approvals.pending({}))[0]);
    bench.verdict = "allow";
    const hanging = call(client, "fs_hang").catch(() => {});
    await until(() => bench.calls().includes("hang"));
    await expect(call(client, "fs_echo")).rejects.toMatchObject({ code: -32005, message: "busy" });
    void waiting;
    void hanging;
  });

  it("N43 refuses the fifty-first ask", async () => {
    const client = await open();
    bench.verdict = "ask";
    for (let index = 0; index < 50; index += 1) void call(client, "fs_write", { index }).catch(() => {});
    await until(async () => (await bench.reader.approvals.pending({})).length === 50);
    await expect(call(client, "fs_write", { index: 50 })).rejects.toMatchObject({
      code: -32951,
      data: { reason: expect.stringContaining("too many pending") },
    });
  });

  it("N43 holds identical asks up to a cap too, though they share one question", async () => {
    const client = await open({ limits: { waiting: 2 } });
    bench.verdict = "ask";
    for (let same = 0; same < 2; same += 1) void call(client, "fs_write").catch(() => {});
    await until(async () => {
      const events = await bench.reader.timeline.list({ limit: 100 });
      return events.some(({ action }) => action === "approval-attached");
    });
    await expect(call(client, "fs_write")).rejects.toMatchObject({ code: -32005, message: "busy" });
    expect(await bench.reader.approvals.pending({})).toHaveLength(1);
  });

  it("tells a caller that gave a token that its call still waits, in rising integers without a total", async () => {
    const client = await open({ limits: { approvalProgressMs: 10 } });
    bench.verdict = "ask";
    const seen: { progress: number; total?: number; message?: string }[] = [];
    const params = { name: "fs_write", arguments: {} };
    const asked = client.request("tools/call", params, { onProgress: (progress) => seen.push(progress) });
    const { approval_id } = await until(async () => (await bench.reader.approvals.pending({}))[0]);
    await until(() => seen.length >= 2);
    await bench.approver.approvals.approve({ id: approval_id, by: "human" });
    await asked;
    expect(seen.slice(0, 2)).toEqual([
      { progress: 1, message: `waiting for approval ${approval_id} · 0 s` },
      { progress: 2, message: `waiting for approval ${approval_id} · 0 s` },
    ]);
  });

  it("ends a call whose ask ran out, without a dispatch", async () => {
    const client = await open({ limits: { approvalLifetimeMs: 1 } });
    bench.verdict = "ask";
    await expect(call(client, "fs_write")).rejects.toMatchObject({
      code: -32951,
      data: { reason: expect.stringContaining("expired") },
    });
    expect(bench.calls()).toEqual([]);
  });

  it("gives denials as results where the host hides errors", async () => {
    const client = await open({ denials: "result" });
    bench.verdict = "deny_continue";
    expect(await call(client, "fs_write")).toMatchObject({
      isError: true,
      structuredContent: { code: -32951, message: "policy_denied_continue", data: { sallyport_gate: true } },
    });
    await expect(call(client, "fs_nothing")).rejects.toMatchObject({ code: -32602 });
  });

  it("leaves orphans, not refusals, when it closes", async () => {
    const client = await open();
    bench.verdict = "ask";
    void call(client, "fs_write").catch(() => {});
    const { approval_id } = await until(async () => (await bench.reader.approvals.pending({}))[0]);
    await bench.compositor.close();
    expect((await bench.reader.approvals.get(approval_id))?.state).toBe("orphaned");
  });

  it("says in the log which server a list could not wait for", async () => {
    bench = await openBench({ limits: { listWaitMs: 10 } });
    const silent = {
      type: "stdio" as const,
      command: process.execPath,
      args: ["-e", "process.stdin.resume()"],
      env: {},
    };
    void bench.compositor.mountServer("fs", bench.spec({}, { spec: silent }));
    const client = await bench.connect();
    expect((await client.request("tools/list")).tools).toEqual([]);
    expect(bench.log).toEqual(["server `fs` is still starting; a client that lists again finds its tools"]);
  });

  it("folds a storm of changed lists into few notifications, the last one included", async () => {
    const client = await open();
    await call(client, "fs_echo");
    client.told.length = 0;
    for (let index = 0; index < 30; index += 1) await call(client, "fs_grow", { name: `tool_${index}` });
    await until(async () => JSON.stringify(await client.request("tools/list")).includes("fs_tool_29"));
    const changes = await until(async () => {
      const told = client.told.filter(({ method }) => method === "notifications/tools/list_changed");
      return told.length > 0 ? told : undefined;
    });
    expect(changes.length).toBeLessThan(30);
  });
});

describe("a human's view", () => {
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

  it("records its calls and does not decide them", async () => {
    bench = await openBench({ principal: "human", decider: null });
    bench.compositor.mountInProcess("policy_approver", table);
    const client = await bench.connect();
    expect(await call(client, "policy_approver_approve")).toMatchObject({ structuredContent: { ok: true } });
    expect(bench.decided).toBe(0);
    expect(await verdicts()).toEqual(["user_approve"]);
  });

  it.each([
    ["policy", "approver_approve", false],
    ["chat", "human_post", false],
    ["compositor", "admin_attach_server", false],
    ["files", "policy_approver_approve", true],
    ["files", "Chat-Human_post", true],
  ])(
    "N05 keeps names that would pass for the product's own off every front: %s, %s",
    async (mount, name, namesAsIs) => {
      bench = await openBench();
      bench.compositor.start();
      const spec = bench.spec({ TOOLS: JSON.stringify([{ name, inputSchema: { type: "object" } }]) });
      const remedy = namesAsIs ? 'without `names: "as_is"`' : "give the mount another name";
      expect(await bench.compositor.mountServer(mount, { ...spec, namesAsIs })).toMatchObject({
        state: "failed",
        error: expect.stringMatching(new RegExp(`^mount_conflict: .*${remedy}$`)),
      });
    },
  );

  it("lets a server have names that begin like a server of ours of one word", async () => {
    const client = await open();
    const spec = bench.spec({ TOOLS: JSON.stringify([{ name: "db_query", inputSchema: { type: "object" } }]) });
    expect(await bench.compositor.mountServer("wrapped", { ...spec, namesAsIs: true })).toMatchObject({
      state: "running",
    });
    const { tools } = await client.request("tools/list");
    expect(tools).toContainEqual(expect.objectContaining({ name: "db_query" }));
  });

  it("N05 keeps such a name off the front when it comes later, and the server goes on", async () => {
    const client = await open();
    await bench.compositor.mountServer("chat", bench.spec());
    await call(client, "chat_grow", { name: "human_post" });
    await call(client, "chat_grow", { name: "fresh" });
    const names = async () =>
      ((await client.request("tools/list")).tools as { name: string }[]).map(({ name }) => name);
    await until(async () => (await names()).includes("chat_fresh"));
    expect(await names()).not.toContain("chat_human_post");
    await expect(call(client, "chat_human_post")).rejects.toMatchObject({ code: -32602 });
  });
});

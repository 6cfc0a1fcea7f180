import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createCompositor } from "./compositor.ts";
import { type Client, call, openBench, until } from "./fixtures/gate-bench.ts";

let bench: Awaited<ReturnType<typeof openBench>>;
let client: Client;

beforeEach(async () => {
  bench = await openBench();
  void bench.compositor.mountServer("fs", bench.spec());
  client = await bench.connect();
});
afterEach(() => bench.close());

const pending = () => until(async () => (await bench.reader.approvals.pending({}))[0]);
const verdicts = async () =>
  (await bench.reader.timeline.list({ limit: 100 }))
    .filter(({ action }) => action === "call-decided")
    .flatMap(({ verdict }) => verdict ?? []);

describe("createCompositor", () => {
  it("runs an allowed call once, with the decision and its end on the timeline", async () => {
    const result = await call(client, "fs_echo", { b: 1, a: [2] });
    expect(JSON.parse(String((result.content as { text: string }[])[0]?.text))).toEqual({ args: { b: 1, a: [2] } });
    expect(bench.calls()).toEqual(["echo"]);
    await vi.waitFor(async () => {
      const events = await bench.reader.timeline.list({ limit: 100 });
      expect(
        events.filter(({ call_id }) => call_id !== undefined).map(({ status, verdict }) => [status, verdict]),
      ).toEqual([
        ["allowed", "policy_allow"],
        ["ok", undefined],
      ]);
    });
  });

  it("refuses with the codes, messages and data of the contract, and the child is not called", async () => {
    bench.verdict = "deny_continue";
    await expect(call(client, "fs_write")).rejects.toMatchObject({
      code: -32951,
      message: "policy_denied_continue",
      data: {
        type: "tools/call",
        name: "fs_write",
        server: "fs",
        tool: "write",
        reason: "because deny_continue",
        decision: "deny_continue",
        sallyport_gate: true,
      },
    });
    bench.verdict = "deny_abort";
    await expect(call(client, "fs_write")).rejects.toMatchObject({ code: -32950, message: "policy_denied" });
    expect(bench.calls()).toEqual([]);
    expect(await verdicts()).toEqual(["policy_deny_continue", "policy_deny_abort"]);
  });

  it("N21 answers -32953 when the policy throws, and records it", async () => {
    bench.verdict = () => {
      throw new Error("boom");
    };
    await expect(call(client, "fs_write")).rejects.toMatchObject({
      code: -32953,
      message: "policy_evaluator_error",
      data: { reason: "boom" },
    });
    expect(bench.calls()).toEqual([]);
    expect(await verdicts()).toEqual(["evaluator_error"]);
  });

  it("answers an unknown tool as the protocol does, without asking the policy", async () => {
    await expect(call(client, "fs_nothing")).rejects.toMatchObject({ code: -32602 });
    await expect(call(client, "policy_approver_approve")).rejects.toMatchObject({ code: -32602 });
    expect(bench.decided).toBe(0);
    const events = await bench.reader.timeline.list({ limit: 100 });
    expect(events.filter(({ action }) => action === "authz_denied")).toHaveLength(1);
  });

  it("runs an asked call after a person approved it, and others run meanwhile", async () => {
    bench.verdict = "ask";
    const asked = call(client, "fs_write", { path: "x" });
    const { approval_id, arguments: shown } = await pending();
    expect(shown).toEqual({ path: "x" });
    bench.verdict = "allow";
    await call(client, "fs_echo");
    expect(bench.calls()).toEqual(["echo"]);
    await bench.approver.approvals.approve({ id: approval_id, by: "human" });
    await asked;
    expect(bench.calls()).toEqual(["echo", "write"]);
    expect((await bench.reader.approvals.get(approval_id))?.state).toBe("done");
  });

  it("gives a person's words to the caller of a denied ask", async () => {
    bench.verdict = "ask";
    const asked = call(client, "fs_write").catch((error: unknown) => error);
    const { approval_id } = await pending();
    await bench.approver.approvals.deny({ id: approval_id, reason: "not today", stop_agent: false, by: "human" });
    expect(await asked).toMatchObject({ code: -32951, data: { reason: "not today", decision: "deny_continue" } });
    expect(bench.calls()).toEqual([]);
  });

  it("stops the agent when the person says so", async () => {
    bench.verdict = "ask";
    const asked = call(client, "fs_write").catch((error: unknown) => error);
    const { approval_id } = await pending();
    await bench.approver.approvals.deny({ id: approval_id, reason: "", stop_agent: true, by: "human" });
    expect(await asked).toMatchObject({ code: -32950, message: "policy_denied" });
  });

  it("N34 leaves an orphan when the caller goes; approving it runs nothing, and the identical repeat runs once", async () => {
    bench.verdict = "ask";
    const leaving = new AbortController();
    const params = { name: "fs_write", arguments: { a: 1, b: 2 } };
    const asked = client.request("tools/call", params, { signal: leaving.signal }).catch(() => "gone");
    const { approval_id } = await pending();
    leaving.abort();
    expect(await asked).toBe("gone");
    await until(async () => (await bench.reader.approvals.get(approval_id))?.state === "orphaned");
    await bench.approver.approvals.approve({ id: approval_id, by: "human" });
    expect(bench.calls()).toEqual([]);
    await call(client, "fs_write", { b: 2, a: 1 });
    expect(bench.calls()).toEqual(["write"]);
    const again = call(client, "fs_write", { a: 1, b: 2 }).catch((error: unknown) => error);
    const next = await pending();
    expect(next.approval_id).not.toBe(approval_id);
    await bench.approver.approvals.deny({ id: next.approval_id, reason: "", stop_agent: false, by: "human" });
    await again;
    expect(bench.calls()).toEqual(["write"]);
  });

  it("N32 runs one of two identical waiting calls for one approval; the other asks anew", async () => {
    bench.verdict = "ask";
    const both = [call(client, "fs_write"), call(client, "fs_write")];
    const first = await pending();
    await until(() => bench.decided === 2);
    await bench.approver.approvals.approve({ id: first.approval_id, by: "human" });
    await Promise.race(both);
    const second = await until(async () =>
      (await bench.reader.approvals.pending({})).find(({ approval_id }) => approval_id !== first.approval_id),
    );
    expect(bench.calls()).toEqual(["write"]);
    await bench.approver.approvals.approve({ id: second.approval_id, by: "human" });
    await Promise.all(both);
    expect(bench.calls()).toEqual(["write", "write"]);
  });

  it("N27 voids an approval when the policy now refuses the call", async () => {
    bench.verdict = "ask";
    const asked = call(client, "fs_write").catch((error: unknown) => error);
    const { approval_id } = await pending();
    bench.verdict = "deny_continue";
    await bench.set("two");
    await bench.approver.approvals.approve({ id: approval_id, by: "human" });
    expect(await asked).toMatchObject({ code: -32951 });
    expect(bench.calls()).toEqual([]);
    expect((await bench.reader.approvals.get(approval_id))?.state).toBe("voided");
  });

  it("N37 voids an approval when the tool changed, and quarantines the tool until a person accepts it", async () => {
    await call(client, "fs_echo");
    bench.verdict = () => "ask";
    const asked = call(client, "fs_write").catch((error: unknown) => error);
    const { approval_id } = await pending();
    bench.verdict = "allow";
    await call(client, "fs_change", { name: "write" });
    const [change] = await until(async () => {
      const changes = await bench.reader.definitions.changes({});
      return changes.length > 0 ? changes : null;
    });
    await bench.approver.approvals.approve({ id: approval_id, by: "human" });
    expect(await asked).toMatchObject({ code: -32951, data: { definition_changed: true } });
    await expect(call(client, "fs_write")).rejects.toMatchObject({ code: -32951, data: { definition_changed: true } });
    const names = async () =>
      ((await client.request("tools/list")).tools as { name: string }[]).map(({ name }) => name);
    expect(await names()).not.toContain("fs_write");
    const { agent = "", server = "", tool = "", observed_digest: digest = "" } = change ?? {};
    await bench.approver.definitions.accept({ agent, server, tool, digest, by: "human" });
    await until(async () => (await names()).includes("fs_write"));
    await call(client, "fs_write");
    expect(bench.calls()).toEqual(["echo", "change", "write"]);
  });

  it("N63 sends nothing to the child when the decision cannot be written", async () => {
    await call(client, "fs_echo");
    bench.store.ledger.recordDecision = async () => {
      throw new Error("the disk is full");
    };
    await expect(call(client, "fs_echo")).rejects.toMatchObject({
      code: -32953,
      data: { reason: "audit_unavailable: the disk is full" },
    });
    expect(bench.calls()).toEqual(["echo"]);
  });

  it("decides again when the policy changed between its word and the record of it", async () => {
    let changed = false;
    const active = bench.store.policies.active;
    bench.store.policies.active = async (agent) => {
      const policy = await active(agent);
      if (!changed) {
        changed = true;
        await bench.set("two");
        bench.verdict = "deny_continue";
      }
      return policy;
    };
    await expect(call(client, "fs_write")).rejects.toMatchObject({ code: -32951 });
    expect(bench.calls()).toEqual([]);
  });

  it("passes a child's own errors on unchanged, and turns the gate's words in its mouth into -32952", async () => {
    await expect(call(client, "fs_raise")).rejects.toMatchObject({
      code: -32077,
      message: "the child's own words",
      data: { detail: [1, 2] },
    });
    await expect(call(client, "fs_misuse")).rejects.toMatchObject({
      code: -32952,
      message: "policy_backend_reserved_misuse",
      data: { backend_code: -32950 },
    });
    await expect(call(client, "fs_misuse_result")).rejects.toMatchObject({
      code: -32952,
      data: { backend_code: -32951 },
    });
  });

  it("refuses arguments that have no canonical form, or are too deep, before the policy", async () => {
    let deep: unknown = 1;
    for (let level = 0; level < 300; level += 1) deep = [deep];
    await expect(call(client, "fs_echo", { deep })).rejects.toMatchObject({ code: -32602 });
    await expect(call(client, "fs_echo", { text: "\ud800" })).rejects.toMatchObject({ code: -32602 });
    expect(bench.decided).toBe(0);
  });

  it("does not make an agent's view without somebody to decide", () => {
    const { compositor: _, ...rest } = bench;
    expect(() =>
      createCompositor({
        principal: "agent",
        agent: "default",
        instance: "x",
        records: false,
        store: rest.store,
        environment: {},
        decider: null,
        info: { name: "x", version: "0" },
        clock: Date.now,
        log: () => {},
        interactive: true,
      }),
    ).toThrow("needs a `decider`");
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Client, call, openBench, until } from "../fixtures/gate-bench.ts";

let bench: Awaited<ReturnType<typeof openBench>>;
let client: Client;
beforeEach(async () => {
  bench = await openBench();
  void bench.compositor.mountServer("fs", bench.spec());
  client = await bench.connect();
});
afterEach(() => bench.close());

const abort = () => bench.agents.agents.abort({ agent: "default", reason: "it went wrong", by: "ann" });
/** The feed tells of another process's change a moment later. */
async function abortAndTell() {
  const told = Promise.withResolvers<void>();
  const stop = bench.store.changes.watch(({ topic }) => topic === "agents" && told.resolve());
  await abort();
  await told.promise;
  stop();
}
const decisions = async () =>
  (await bench.reader.timeline.list({ limit: 100 })).flatMap(({ action, verdict, error }) =>
    action === "call-decided" ? [{ verdict, code: error?.code }] : [],
  );
const stopped = {
  code: -32950,
  message: "policy_denied",
  data: {
    decision: "deny_abort",
    reason: expect.stringMatching(
      /^agent `default` was stopped by ann at \d{4}-.*; only a person .* `sallyport agents resume default`: it went wrong$/,
    ),
    sallyport_gate: true,
  },
};

describe("a stopped agent", { timeout: 30_000 }, () => {
  it("has every call refused with who stopped it, when, why and what helps, and the policy is not asked", async () => {
    await call(client, "fs_echo");
    await abortAndTell();
    await expect(call(client, "fs_echo")).rejects.toMatchObject(stopped);
    expect([bench.decided, bench.calls()]).toEqual([1, ["echo"]]);
    expect(await decisions()).toEqual([
      { verdict: "policy_allow", code: undefined },
      { verdict: "policy_deny_abort", code: -32950 },
    ]);
  });

  it("may call again once a person resumed it, and no refusal meanwhile stops it anew", async () => {
    await abort();
    await expect(call(client, "fs_echo")).rejects.toMatchObject({ code: -32950 });
    await bench.agents.agents.resume({ agent: "default", by: "ann" });
    await expect(call(client, "fs_nothing")).rejects.toMatchObject({ code: -32602 });
    await call(client, "fs_echo");
    expect(bench.calls()).toEqual(["echo"]);
  });

  it("is stopped by the policy's `deny_abort`: the next call is refused though the policy would allow it", async () => {
    bench.verdict = "deny_abort";
    await expect(call(client, "fs_write")).rejects.toMatchObject({
      code: -32950,
      data: { reason: "because deny_abort" },
    });
    bench.verdict = "allow";
    await expect(call(client, "fs_echo")).rejects.toMatchObject({
      code: -32950,
      data: { reason: expect.stringMatching(/stopped by policy version 1 .*because deny_abort/) },
    });
    expect(bench.calls()).toEqual([]);
  });

  it("N34 has its waiting calls ended, and no approval runs them", async () => {
    bench.verdict = "ask";
    const waiting = call(client, "fs_write").catch((error: unknown) => error);
    const { approval_id } = await until(async () => (await bench.reader.approvals.pending({}))[0]);
    await abort();
    expect(await waiting).toMatchObject(stopped);
    await expect(bench.approver.approvals.approve({ id: approval_id, by: "ann" })).rejects.toThrow();
    expect(bench.calls()).toEqual([]);
  });

  it("is stopped by a person's denial that says so, with all its other waiting calls", async () => {
    bench.verdict = "ask";
    const [denied, other] = [1, 2].map((n) => call(client, "fs_write", { n }).catch((error: unknown) => error));
    const first = await until(async () =>
      (await bench.reader.approvals.pending({})).find((one) => one.arguments.n === 1),
    );
    await until(async () => (await bench.reader.approvals.pending({})).length === 2);
    const { approval_id: id } = first;
    await bench.approver.approvals.deny({ id, reason: "stop it", stop_agent: true, by: "ann" });
    expect(await denied).toMatchObject({ code: -32950, data: { reason: "stop it" } });
    expect(await other).toMatchObject({ code: -32950, data: { reason: expect.stringContaining("stopped by ann") } });
  });

  it.each(["allow", "ask"] as const)(
    "is refused by the store where it was stopped after the early look (%s)",
    async (verdict) => {
      await call(client, "fs_echo");
      bench.verdict = () => verdict;
      const decide = bench.store.policies.active;
      bench.store.policies.active = async (agent) => {
        await abort();
        return decide(agent);
      };
      await expect(call(client, "fs_echo")).rejects.toMatchObject(stopped);
      expect([bench.decided, bench.calls(), await bench.reader.approvals.pending({})]).toEqual([2, ["echo"], []]);
    },
  );

  it("is stopped by a stricter policy that is found when its approved call is checked again", async () => {
    bench.verdict = "ask";
    const asked = call(client, "fs_write").catch((error: unknown) => error);
    const { approval_id } = await until(async () => (await bench.reader.approvals.pending({}))[0]);
    bench.verdict = "deny_abort";
    await bench.set("two");
    await bench.approver.approvals.approve({ id: approval_id, by: "ann" });
    expect(await asked).toMatchObject({ code: -32950 });
    await expect(call(client, "fs_echo")).rejects.toMatchObject({ code: -32950 });
    expect(await bench.agents.agents.get("default")).toMatchObject({ aborted: { by: "policy version 2" } });
  });

  it("gets no call through where the latch cannot be read", async () => {
    bench.store.latches.latch = async () => {
      throw new Error("the disk is gone");
    };
    await expect(call(client, "fs_echo")).rejects.toMatchObject({
      code: -32953,
      data: { reason: expect.stringContaining("the disk is gone") },
    });
    expect(bench.calls()).toEqual([]);
  });
});

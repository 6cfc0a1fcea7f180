import { describe, expect, it } from "vitest";
import { gateErrorFor } from "../gate/expected-error.ts";
import { eventually } from "../harness/eventually.ts";
import { byTool } from "../harness/policies.ts";
import type { Message, RawClient } from "../harness/raw-client.ts";
import { createTestBed, type TestBed } from "../harness/test-bed.ts";

const VERDICTS = byTool({ crash: "deny_abort", act: "ask" });

/** What a call of a stopped agent is answered: everything of contract section 3, and who stopped it, why, and who can lift it. */
function stoppedError(tool: string, by: string, why: string) {
  const reason = expect.stringMatching(
    new RegExp(`stopped by ${by}.* at \\d.*only a person.*agents resume default.*${why}`),
  );
  return gateErrorFor("evil", tool, "policy_denied", reason, { decision: "deny_abort" });
}

const code = ({ error }: Message) => error?.code;
const resume = (bed: TestBed) => bed.must(["agents", "resume", "default"]);
const latch = async (bed: TestBed) => (await bed.json(["agents", "show", "default"]))[0].aborted;

/** Calls of every kind: the policy allows all of them. */
const everyCall = (client: RawClient) =>
  Promise.all([
    client.call("evil_params", {}),
    client.call("loop_yield_turn", {}),
    client.call("chat_assistant_post", { content: "let me out" }),
    client.call("resources_read", { server: "evil", uri: "evil://state/counter" }),
    client.call("policy_proposer_propose_policy", { source: byTool({}) }),
    client.call("compositor_admin_detach_server", { name: "evil" }),
  ]);

describe("a stopped agent", () => {
  it("L01 one whose policy says deny_abort can call nothing more until a person resumes it", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(VERDICTS);
    const client = await bed.serve({ evil: bed.evil() });
    expect(code(await client.call("evil_params", {}))).toBeUndefined();
    const first = await client.call("evil_crash", {});
    expect(first.error).toMatchObject({ code: -32950, message: "policy_denied", data: { decision: "deny_abort" } });
    expect((await client.call("evil_params", {})).error).toEqual(
      stoppedError("params", "policy", "because the test says"),
    );
    expect((await everyCall(client)).map(code)).toEqual([-32950, -32950, -32950, -32950, -32950, -32950]);
    expect([bed.ran("params"), bed.ran("crash")]).toEqual([1, 0]);
    expect(await latch(bed)).toMatchObject({ at: expect.any(String), reason: expect.stringContaining("deny_abort") });
    await resume(bed);
    expect(code(await client.call("evil_params", {}))).toBeUndefined();
    expect([bed.ran("params"), await latch(bed)]).toEqual([2, null]);
    const actions = (await bed.json(["timeline"])).map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(["agent-aborted", "agent-resumed"]));
  });

  it("L02 so is one whose call a person denied with `--stop-agent`, in this process and in every other", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(VERDICTS);
    const config = bed.write("servers.json", JSON.stringify({ mcpServers: { evil: bed.evil() } }));
    const [client, other, composed] = await Promise.all([
      bed.serve({ evil: bed.evil() }),
      bed.serve({ evil: bed.evil() }),
      bed.alone("compositor", ["--config", config]),
    ]);
    const everybody = [client, other, composed];
    expect((await Promise.all(everybody.map((each) => each.call("evil_params", {})))).map(code)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const asked = client.call("evil_act", {});
    const [record] = await bed.waiting(1);
    await bed.must(["approvals", "deny", record?.approval_id ?? "", "--stop-agent", "--reason", "enough of it"]);
    expect(code(await asked)).toBe(-32950);
    const refused = await Promise.all(everybody.map((each) => each.call("evil_params", {})));
    expect(refused.map(({ error }) => error)).toEqual(
      everybody.map(() => stoppedError("params", "user:", "enough of it")),
    );
    expect([bed.ran("params"), bed.ran("act")]).toEqual([3, 0]);
    await resume(bed);
    const again = await Promise.all(everybody.map((each) => each.call("evil_params", {})));
    expect(again.map(code)).toEqual([undefined, undefined, undefined]);
  });

  it("L03 one that a person stops while it waits and works ends all that waits, and starts nothing", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(VERDICTS);
    const [client, other] = await Promise.all([bed.serve({ evil: bed.evil() }), bed.serve({ evil: bed.evil() })]);
    const working = client.call("evil_wait", { ms: 60_000 }, {}, "working");
    await eventually("it works", () => bed.ran("wait") === 1);
    const waiting = [1, 2, 3].map((n) => client.call("evil_act", { n }));
    waiting.push(other.call("evil_act", { n: 4 }));
    const records = await bed.waiting(4);
    await bed.must(["agents", "abort", "default", "--reason", "wrong folder"]);
    const ended = await Promise.all(waiting);
    expect(ended.map(({ error }) => error)).toEqual(waiting.map(() => stoppedError("act", "user:", "wrong folder")));
    expect(await bed.pending()).toEqual([]);
    for (const each of [client, other])
      expect((await each.call("evil_params", {})).error).toEqual(stoppedError("params", "user:", "wrong folder"));
    const approved = await Promise.all(
      records.map(({ approval_id }) => bed.sallyport(["approvals", "approve", approval_id])),
    );
    expect(approved.map((run) => run.code)).toEqual([1, 1, 1, 1]);
    expect(approved[0]?.stderr).toMatch(/cancelled/);
    await resume(bed);
    expect(bed.effects().filter(({ tool }) => tool !== "wait" && tool !== undefined)).toEqual([]);
    // Resumed, the identical call is asked anew: nothing that was approved or cancelled before answers it.
    void client.call("evil_act", { n: 1 });
    const [anew] = await bed.waiting(1);
    expect(records.map(({ approval_id }) => approval_id)).not.toContain(anew?.approval_id);
    client.notify("notifications/cancelled", { requestId: "working" });
    void working;
  });

  it("L04 N34 an approval that nobody had claimed when the agent was stopped runs nothing, not even resumed", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(VERDICTS);
    const client = await bed.serve({ evil: bed.evil() });
    void client.call("evil_act", { n: 1 });
    const [record] = await bed.waiting(1);
    const id = record?.approval_id ?? "";
    await client.kill();
    await bed.must(["approvals", "approve", id]);
    await bed.must(["agents", "abort", "default"]);
    const again = await bed.serve({ evil: bed.evil() });
    expect(code(await again.call("evil_act", { n: 1 }))).toBe(-32950);
    await resume(bed);
    void again.call("evil_act", { n: 1 });
    const [anew] = await bed.waiting(1);
    expect(anew?.approval_id).not.toBe(id);
    expect(bed.ran("act")).toBe(0);
  });

  it("L05 a stop outlives the gateway that was killed", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(VERDICTS);
    const client = await bed.serve({ evil: bed.evil() });
    const answered = client.call("evil_crash", {});
    expect(code(await answered)).toBe(-32950);
    await client.kill();
    const again = await bed.serve({ evil: bed.evil() });
    expect((await everyCall(again)).map(code)).toEqual([-32950, -32950, -32950, -32950, -32950, -32950]);
    expect(bed.effects()).toEqual([]);
    // What it may only look at goes on, and so does its person.
    expect(await again.toolNames()).toContain("evil_act");
    expect(code(await (await bed.human()).call("policy_approver_list_modes", {}))).toBeUndefined();
    expect(await bed.sallyport(["agents", "resume", "nobody"])).toMatchObject({ code: 1 });
  });
});

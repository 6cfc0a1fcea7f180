import { describe, expect, it } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { byTool } from "../harness/policies.ts";
import { createTestBed } from "../harness/test-bed.ts";

const own = (names: string[]) => names.filter((name) => !/^(?:evil|resources)_/.test(name)).toSorted();

describe.concurrent("what an agent sees", () => {
  it("G09 its tools, and never the approver's", async () => {
    await using bed = createTestBed();
    const client = await bed.serve({ evil: bed.evil() });
    await eventually("its child is there", async () => (await client.toolNames()).includes("evil_act"));
    expect(await client.toolNames()).toContain("resources_read");
    expect(own(await client.toolNames())).toEqual([
      "chat_assistant_post",
      "chat_assistant_read_pending_messages",
      "compositor_admin_attach_server",
      "compositor_admin_detach_server",
      "loop_yield_turn",
      "policy_proposer_propose_policy",
      "policy_proposer_withdraw_proposal",
    ]);
    const { result } = await client.request("resources/list");
    const uris = result.resources.map(({ uri }: { uri: string }) => uri);
    expect(uris.filter((uri: string) => uri.includes("approvals"))).toEqual([]);
    expect(uris.filter((uri: string) => uri.endsWith("policy.ts"))).toHaveLength(1);
  });

  it("N11 the approver answers an agent as an unknown tool does", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil() });
    const unknown = await client.call("policy_approver_no_such", { id: "x" }, {}, "u");
    const approver = await client.call("policy_approver_approve", { id: "x" }, {}, "u");
    const swapped = JSON.stringify(unknown).replaceAll("policy_approver_no_such", "policy_approver_approve");
    expect(JSON.stringify(approver)).toBe(swapped);
    expect(approver.error?.code).toBe(-32602);
    const events = await bed.json(["timeline"]);
    expect(
      events.filter((event: { action: string; status: string }) =>
        `${event.action} ${event.status}`.includes("authz_denied"),
      ),
    ).not.toEqual([]);
  });

  it("N12 approvals cannot be read through the agent's door", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(byTool({ act: "ask" }));
    const client = await bed.serve({ evil: bed.evil() });
    void client.call("evil_act", {});
    const [record] = await bed.waiting(1);
    const uris = ["pending", "history", `pending/${record?.approval_id}`].flatMap((rest) => [
      `approvals://policy_reader/${rest}`,
      `approvals://${rest}`,
    ]);
    const answers = await Promise.all(uris.map((uri) => client.request("resources/read", { uri })));
    expect(answers.map(({ error }) => error?.code)).toEqual(uris.map(() => -32002));
    const subscribed = await client.request("resources/subscribe", { uri: "approvals://policy_reader/pending" });
    expect(subscribed.error).toBeDefined();
  });

  it("N15 nothing of the gateway's environment reaches a child", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve(
      { evil: { ...bed.evil(), env: { MINE: "yes" } } },
      { env: { MY_TOKEN: "canary-token" } },
    );
    const { result } = await client.call("evil_env", {});
    const names = Object.keys(result.structuredContent.env);
    expect(names).toContain("MINE");
    expect(names.filter((name) => !["MINE", "PATH", "HOME", "LANG", "PWD", "TMPDIR"].includes(name))).toEqual([]);
  });

  it("I01 two agents cannot see each other's proposals", async () => {
    await using bed = createTestBed();
    const children = { evil: bed.evil() };
    const [a, b] = await Promise.all([bed.serve(children, { agent: "a" }), bed.serve(children, { agent: "b" })]);
    const source = byTool({});
    const proposed = await a.call("policy_proposer_propose_policy", { source, title: "of a" });
    const { id } = proposed.result.structuredContent;
    const uri = `resource://policy_reader/approval-policy/proposals/${id}`;
    const list = { uri: "resource://policy_reader/approval-policy/proposals/list" };
    const [ofA, ofB] = await Promise.all([a.request("resources/read", { uri }), b.request("resources/read", { uri })]);
    expect(ofA.result.contents[0].text).toContain("of a");
    const unknown = await b.request("resources/read", { uri: uri.replace(id, "nobody") });
    expect(ofB.error?.code).toBe(-32002);
    expect(JSON.stringify(ofB.error).replaceAll(id, "nobody")).toBe(JSON.stringify(unknown.error));
    const lists = await Promise.all([a.request("resources/read", list), b.request("resources/read", list)]);
    expect(lists.map(({ result }) => result.contents[0].text.includes(id))).toEqual([true, false]);
    const withdrawn = await b.call("policy_proposer_withdraw_proposal", { id });
    expect(withdrawn.result.structuredContent.error.code).toBe("not_found");
  });

  it("I02 an approval of one agent is nothing to another", async () => {
    await using bed = createTestBed();
    const children = { evil: bed.evil() };
    await bed.setPolicy(byTool({ act: "ask" }), "a");
    await bed.setPolicy(byTool({ act: "ask" }), "b");
    const [a, b] = await Promise.all([bed.serve(children, { agent: "a" }), bed.serve(children, { agent: "b" })]);
    void a.call("evil_act", { same: true });
    const [ofA] = await bed.waiting(1, "a");
    await a.close();
    await bed.must(["approvals", "approve", ofA?.approval_id ?? ""], "a");
    void b.call("evil_act", { same: true });
    const [ofB] = await bed.waiting(1, "b");
    expect(ofB?.approval_id).not.toBe(ofA?.approval_id);
    expect(await bed.pending("a")).toEqual([]);
    expect(bed.ran("act")).toBe(0);
  });
});

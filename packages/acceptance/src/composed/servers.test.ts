import { openStore } from "@sallyport/store";
import { describe, expect, it } from "vitest";
import { bin } from "../harness/bins.ts";
import { byTool } from "../harness/policies.ts";
import type { RawClient } from "../harness/raw-client.ts";
import { createTestBed, type TestBed } from "../harness/test-bed.ts";

const ACTIVE = "resource://approval-policy/policy.ts";
const LIST = "resource://approval-policy/proposals/list";
const page = (id: string) => `resource://approval-policy/proposals/${id}`;

/** One of the servers by itself, on the bed's store, as any client's configuration would start it. */
const server = (bed: TestBed, name: string, ...args: string[]): Promise<RawClient> =>
  bed.connect({ command: process.execPath, args: [bin(name), ...args], env: bed.environment("default") });

// biome-ignore lint/suspicious/noExplicitAny: a test asserts on what came over the wire, whatever it is
async function read(client: RawClient, uri: string): Promise<any> {
  const { result } = await client.request("resources/read", { uri });
  return JSON.parse(result.contents[0].text);
}

const told = (client: RawClient, uri: string) =>
  client.heard("notifications/resources/updated", (params) => params.uri === uri);

describe.concurrent("servers composed by hand on one store", () => {
  it("G17 a proposal made in one process, approved in another, is told in a third", async () => {
    await using bed = createTestBed();
    const approver = await server(bed, "policy-approver", "--as", "user:ann");
    const proposer = await server(bed, "policy-proposer");
    const human = await server(bed, "policy-reader", "--face", "human");
    const agent = await server(bed, "policy-reader");
    await approver.call("set_mode", { id: "ask-writes" });
    await human.request("resources/subscribe", { uri: LIST });
    await agent.request("resources/subscribe", { uri: ACTIVE });

    const proposed = await proposer.call("propose_policy", { source: byTool({ rm: "deny_abort" }), title: "no rm" });
    const { id } = proposed.result.structuredContent;
    await told(human, LIST);
    const { review, diff } = await read(human, page(id));
    expect(diff).toContain("deny_abort");

    const approved = await approver.call("approve_proposal", { id, review });
    expect(approved.result.structuredContent).toMatchObject({ version: 2, author: "agent:default" });
    await told(agent, ACTIVE);
    expect(await read(agent, page(id))).toMatchObject({ status: "approved", decided_by: null, review: null });
    expect(await read(human, page(id))).toMatchObject({ status: "approved", decided_by: "user:ann", review: null });
    const decided = await human.call("decide", { name: "sh_rm", context: { server: "sh", tool: "rm" } });
    expect(decided.result.structuredContent).toMatchObject({ decision: "deny_abort", policy: { version: 2 } });
  });

  it("G17 a page that was read before the policy changed approves nothing", async () => {
    await using bed = createTestBed();
    const approver = await server(bed, "policy-approver");
    const proposer = await server(bed, "policy-proposer");
    const human = await server(bed, "policy-reader", "--face", "human");
    await approver.call("set_mode", { id: "ask-writes" });
    const proposed = await proposer.call("propose_policy", { source: byTool({}) });
    const { id } = proposed.result.structuredContent;
    const { review } = await read(human, page(id));
    await approver.call("set_mode", { id: "deny-all" });
    const refused = await approver.call("approve_proposal", { id, review });
    expect(refused.result).toMatchObject({ isError: true, structuredContent: { error: { code: "stale_review" } } });
    const again = await approver.call("approve_proposal", { id, review: (await read(human, page(id))).review });
    expect(again.result.structuredContent).toMatchObject({ version: 3 });
  });

  it("G17 `yield_turn` is recorded in the store", async () => {
    await using bed = createTestBed();
    const loop = await server(bed, "loop");
    expect((await loop.call("yield_turn", {})).result.structuredContent).toEqual({ ok: true });
    const { agents, close } = await openStore(bed.store, "agents");
    expect(await agents.get("default")).toMatchObject({ turns: 1, yielded_at: expect.any(String) });
    await close();
  });
});

import { approvalHistory, approvalRecord, pendingApprovals } from "@sallyport/contract/approvals";
import { chatMark, chatMessage } from "@sallyport/contract/chat";
import { mountStatePage } from "@sallyport/contract/compositor-meta";
import { policyVersion, policyVersionList } from "@sallyport/contract/policies";
import { proposalList, proposalPage } from "@sallyport/contract/proposals";
import { subscriptionsPage } from "@sallyport/contract/resources";
import { timelinePage } from "@sallyport/contract/timeline";
import { URIS } from "@sallyport/contract/uris";
import { openStore } from "@sallyport/store";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { EVERYTHING } from "../harness/bins.ts";
import { eventually } from "../harness/eventually.ts";
import { startHttpServer } from "../harness/http-server.ts";
import { byTool } from "../harness/policies.ts";
import { createTestBed, type TestBed } from "../harness/test-bed.ts";
import { alone, inGateway, type Place, TOOLS } from "./servers.ts";

/** What `resources` is asked for: the same words, wherever its view is. */
interface Resource {
  server: string;
  uri: string;
}

/** Calls every tool and reads every resource of the contract, and holds each answer to its schema; answers what it called. */
async function useAll(bed: TestBed, place: Place, resource: Resource): Promise<string[]> {
  const called = new Set<string>();
  // biome-ignore lint/suspicious/noExplicitAny: parsed by the schema of whichever tool it is
  const call = async (server: string, name: string, args: object = {}): Promise<any> => {
    const tool = TOOLS.get(`${server} ${name}`);
    if (tool === undefined) throw new Error(`the contract has no ${server} ${name}`);
    called.add(`${server} ${name}`);
    return tool.output.parse(await place.call(server, name, { ...args }));
  };
  const page = async <Page>(server: string, uri: string, schema: z.ZodType<Page>): Promise<Page> =>
    schema.parse(await place.read(server, uri));
  const ask = async (n: number) => {
    void place.agent.call("evil_wait", { ms: 0, n });
    const [record] = await bed.waiting(1);
    return record?.approval_id ?? "";
  };

  await call("policy_approver", "list_modes");
  await call("policy_approver", "set_mode", { id: "open" });
  await place.agent.call("evil_act", {});
  const source = byTool({ wait: "ask" });
  await call("policy_approver", "validate_policy", { source });
  const { version } = await call("policy_approver", "set_policy_text", { source });
  await call("policy_approver", "set_policy", { version });
  await call("policy_approver", "reload_policy");
  await page("policy_reader", URIS.activePolicy("ts"), z.string());
  await page("policy_reader", URIS.policyVersions, policyVersionList);
  await page("policy_reader", URIS.policyVersion(version), policyVersion);
  await call("policy_reader", "decide", { name: "evil_act" });
  await call("policy_reader", "decide_batch", { calls: [{ name: "evil_act" }, { name: "evil_wait" }] });

  const id = await ask(1);
  await page("policy_reader", URIS.pendingApprovals, pendingApprovals);
  await page("policy_reader", URIS.pendingApproval(id), approvalRecord);
  await call("policy_approver", "extend", { id });
  await call("policy_approver", "approve", { id });
  await eventually("it ran", () => bed.ran("wait") === 1);
  await call("policy_approver", "deny", { id: await ask(2) });
  place.agent.notify("notifications/cancelled", { requestId: (await asking(bed, place)).request });
  await call("policy_approver", "revoke", {
    id: await orphaned(bed, (orphan) => call("policy_approver", "approve", { id: orphan })),
  });
  await page("policy_reader", URIS.approvalHistory, approvalHistory);
  await page("policy_reader", URIS.recentTimeline, timelinePage);
  await page("policy_reader", URIS.timelineAfter(1), timelinePage);

  const propose = async () => (await call("policy_proposer", "propose_policy", { source, title: "the same" })).id;
  await call("policy_proposer", "withdraw_proposal", { id: await propose() });
  await call("policy_approver", "reject_proposal", { id: await propose() });
  const proposal = await propose();
  await page("policy_reader", URIS.proposals, proposalList);
  const { review } = await page("policy_reader", URIS.proposal(proposal), proposalPage);
  await call("policy_approver", "approve_proposal", { id: proposal, review });

  await call("loop", "yield_turn");
  await call("chat_human", "post", { content: "hello" });
  const { messages } = await call("chat_assistant", "read_pending_messages");
  await call("chat_assistant", "post", { content: "hello yourself" });
  await call("chat_human", "read_pending_messages");
  for (const server of ["chat_human", "chat_assistant"]) {
    await page(server, URIS.chatHead, chatMark);
    await page(server, URIS.chatLastRead, chatMark);
    await page(server, URIS.chatMessage(messages[0].id), chatMessage);
  }

  await call("compositor_admin", "attach_server", { name: "extra", spec: { type: "stdio", ...bed.evil() } });
  await page("compositor_meta", URIS.mountState("extra"), mountStatePage);
  await call("compositor_admin", "detach_server", { name: "extra" });
  await page("compositor_meta", URIS.mountState("evil"), mountStatePage);

  const { server } = resource;
  await call("resources", "list");
  await call("resources", "list_templates");
  await call("resources", "read", resource);
  await call("resources", "read_blocks", resource);
  await call("resources", "subscribe", resource);
  await call("resources", "subscribe_list_changes", { server });
  await call("resources", "list_subscriptions");
  await page("resources", URIS.subscriptions, subscriptionsPage);
  await call("resources", "save_preset", { name: "mine" });
  await call("resources", "unsubscribe", resource);
  await call("resources", "unsubscribe_list_changes", { server });
  await call("resources", "apply_preset", { name: "mine" });

  await using reader = await openStore(bed.store, "reader").then((store) => ({
    ...store,
    [Symbol.asyncDispose]: store.close,
  }));
  const changed = await eventually("its tool is another one", async () => (await reader.definitions.changes({}))[0]);
  await call("policy_approver", "accept_definition", {
    server: changed.server,
    tool: changed.tool,
    digest: changed.observed_digest,
  });
  return [...called].toSorted();
}

/** A call that waits, whose caller can be made to leave. */
async function asking(bed: TestBed, { agent }: Place): Promise<{ request: string }> {
  void agent.call("evil_wait", { ms: 0, n: 3 }, {}, "leaving");
  await bed.waiting(1);
  return { request: "leaving" };
}

/** Approves the call whose caller left: nothing runs, so the approval can be taken back. */
async function orphaned(bed: TestBed, approve: (id: string) => Promise<unknown>): Promise<string> {
  const [record] = await bed.waiting(1);
  const id = record?.approval_id ?? "";
  await eventually("its caller has left", async () => (await bed.approval(id)).state === "orphaned");
  await approve(id);
  return id;
}

const EVERY_TOOL = [...TOOLS.keys()].toSorted();

describe("every tool and resource of the contract", () => {
  it("G19 answers in its shape behind the gateway's doors", async () => {
    await using bed = createTestBed();
    const place = await inGateway(bed, bed.evil("--redescribe-after", "1"));
    expect(await useAll(bed, place, { server: "evil", uri: "evil://state/counter" })).toEqual(EVERY_TOOL);
  });

  it("G19 answers in the same shape from each server alone", async () => {
    await using bed = createTestBed();
    await using view = await startHttpServer(EVERYTHING, ["streamableHttp"]);
    const place = await alone(bed, bed.evil("--redescribe-after", "1"), view.url);
    const resource = { server: "resource", uri: "demo://static/document/architecture.md" };
    expect(await useAll(bed, place, resource)).toEqual(EVERY_TOOL);
  });
});

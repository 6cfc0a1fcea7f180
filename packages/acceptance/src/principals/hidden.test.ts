import { setTimeout as sleep } from "node:timers/promises";
import * as policyApprover from "@sallyport/contract/policy-approver";
import { frontUri, URIS } from "@sallyport/contract/uris";
import { describe, expect, it } from "vitest";
import { type Door, telling, toolDoor } from "../harness/outcomes.ts";
import { byTool } from "../harness/policies.ts";
import type { RawClient } from "../harness/raw-client.ts";
import { createTestBed, type TestBed } from "../harness/test-bed.ts";

/** Every way to name a resource of the front. */
const URI_DOORS: Record<string, Door> = {
  read: (uri) => ["resources/read", { uri }],
  subscribe: (uri) => ["resources/subscribe", { uri }],
  unsubscribe: (uri) => ["resources/unsubscribe", { uri }],
  complete: (uri) => [
    "completion/complete",
    { ref: { type: "ref/resource", uri }, argument: { name: "id", value: "a" } },
  ],
};

/** Every way to name a server, and a resource of it by its own URI, through `resources`. */
const serverDoors = (uri: string): Record<string, Door> => ({
  list: toolDoor("resources_list", (server) => ({ server })),
  templates: toolDoor("resources_list_templates", (server) => ({ server })),
  lists: toolDoor("resources_subscribe_list_changes", (server) => ({ server })),
  noLists: toolDoor("resources_unsubscribe_list_changes", (server) => ({ server })),
  ...uriDoors((server) => ({ server, uri })),
});
const uriDoors = (args: (name: string) => Record<string, unknown>): Record<string, Door> => ({
  read: toolDoor("resources_read", args),
  blocks: toolDoor("resources_read_blocks", args),
  subscribe: toolDoor("resources_subscribe", args),
  unsubscribe: toolDoor("resources_unsubscribe", args),
});

const uris = (given: readonly (string | null)[]) => given.filter((uri) => uri !== null);
const read = (client: RawClient, uri: string) => client.request("resources/read", { uri });
const listed = async (client: RawClient): Promise<string> =>
  JSON.stringify([
    (await client.request("tools/list")).result,
    (await client.request("resources/list")).result,
    (await client.request("resources/templates/list")).result,
    (await client.request("prompts/list")).result,
    (await client.call("resources_list", {})).result,
    (await client.call("resources_list_templates", {})).result,
  ]);

/** The nearest name that nobody has: the same server, as far as an agent has it, and a word that is nowhere. */
const nobodysLike = (uri: string) =>
  uri.replace(
    /(?<=^|[/:])(approvals|timeline|versions|secret|chat_human|policy_approver|agents|resource)(?=[/:]|$)/i,
    "nobodys",
  );

const APPROVER = Object.values(policyApprover).map(({ name }) => `policy_approver_${name}`);
const HUMANS_TOOLS = [
  ...APPROVER,
  "chat_human_post",
  "chat_human_read_pending_messages",
  "agents_approve_tool_call",
  "policy_reader_decide",
  "policy_reader_decide_batch",
  "secret_act",
];

/** An agent and its person on one store, with a call that waits, a chat, and a server that is the person's alone. */
async function twoPrincipals(bed: TestBed, ...flags: string[]) {
  await bed.setPolicy(byTool({ act: "ask" }));
  const agent = await bed.serve({ evil: bed.evil(...flags) });
  const human = await bed.human({ secret: { ...bed.evil(), sallyport: { visible_to: ["human"] } } });
  await human.toolNames();
  void agent.call("evil_act", { canary: "4711" });
  const [waiting] = await bed.waiting(1);
  const posted = await human.call("chat_human_post", { content: "to the assistant" });
  return { agent, human, approval: waiting?.approval_id ?? "", message: String(posted.result.structuredContent.id) };
}

describe("what is the person's alone", () => {
  it("V01 an agent that calls it, or anything like it, is answered as for a name nobody has", async () => {
    await using bed = createTestBed();
    const { agent, human, approval } = await twoPrincipals(bed);
    expect(await human.toolNames()).toEqual(
      expect.arrayContaining(["policy_approver_approve", "chat_human_post", "secret_act"]),
    );
    const call: Door = (name) => ["tools/call", { name, arguments: { id: approval, content: "hello" } }];
    const prompt: Door = (name) => ["prompts/get", { name }];
    const complete: Door = (name) => [
      "completion/complete",
      { ref: { type: "ref/prompt", name }, argument: { name: "who", value: "y" } },
    ];
    const pairs = [...HUMANS_TOOLS, "secret_greet"].map((hidden) => ({ hidden, nobodys: "nobody_at_all" }));
    expect(await telling(agent, { call, prompt, complete }, pairs)).toEqual([]);
    expect(await bed.approval(approval)).toMatchObject({ state: "pending" });
    expect(bed.effects().filter(({ tool }) => tool !== undefined)).toEqual([]);
  });

  it("V02 an agent that reads it, follows it or completes it by any spelling is answered as for what nobody has", async () => {
    await using bed = createTestBed();
    const { agent, human, approval, message } = await twoPrincipals(bed);
    const real = uris([
      frontUri("policy_reader", URIS.pendingApprovals),
      frontUri("policy_reader", URIS.pendingApproval(approval)),
      frontUri("policy_reader", URIS.approvalHistory),
      frontUri("policy_reader", URIS.recentTimeline),
      frontUri("policy_reader", URIS.policyVersions),
      frontUri("policy_reader", URIS.policyVersion(1)),
      frontUri("chat_human", URIS.chatHead),
      frontUri("chat_human", URIS.chatLastRead),
      frontUri("chat_human", URIS.chatMessage(message)),
      frontUri("compositor_meta", URIS.mountState("secret")),
      frontUri("compositor_meta", URIS.mountState("policy_approver")),
      "evil://secret/state/counter",
    ]);
    const seen = await Promise.all(real.map((uri) => read(human, uri)));
    expect(seen.map(({ error }) => error)).toEqual(real.map(() => undefined));
    const spelt = ["approvals://pending", "approvals:pending", "APPROVALS://policy_reader/pending"]
      .concat([
        "approvals://POLICY_READER/pending",
        "approvals://policy-reader/pending",
        "approvals://policy_reader//pending",
      ])
      .concat([
        "approvals://policy_reader/./pending",
        "approvals://policy_reader/%70ending",
        "approvals://policy_reader/",
      ])
      .concat(["approvals://policy_reader/:pending", "approvals://policy_reader/:approvals://pending"])
      .concat(["approvals://policy_approver/pending", "resource://agents/list", "resource://agents/agents/list"]);
    const pairs = [...real, ...spelt].map((hidden) => ({ hidden, nobodys: nobodysLike(hidden) }));
    expect(pairs.filter(({ hidden, nobodys }) => hidden === nobodys)).toEqual([]);
    expect(await telling(agent, URI_DOORS, pairs)).toEqual([]);
    const page = await agent.call("resources_list_subscriptions", {});
    expect(page.result.structuredContent.subscriptions).toEqual([]);
  });

  it("V03 an agent gets no further through `resources`", async () => {
    await using bed = createTestBed();
    const { agent, human, approval, message } = await twoPrincipals(bed);
    const seen = await human.call("resources_read", { server: "policy_reader", uri: URIS.pendingApproval(approval) });
    expect(JSON.stringify(seen.result)).toContain("4711");
    const servers = ["policy_approver", "chat_human", "secret", "agents"].map((hidden) => ({
      hidden,
      nobodys: "nobodys",
    }));
    const counter = serverDoors("evil://state/counter");
    expect(await telling(agent, counter, servers)).toEqual([]);
    expect(await telling(agent, serverDoors(URIS.pendingApprovals), servers)).toEqual([]);
    const own = (server: string, uris: string[]) =>
      telling(
        agent,
        uriDoors((uri) => ({ server, uri })),
        uris.map((hidden) => ({ hidden, nobodys: nobodysLike(hidden) })),
      );
    const approvals = [URIS.pendingApprovals, URIS.pendingApproval(approval), URIS.approvalHistory];
    expect(await own("policy_reader", approvals)).toEqual([]);
    expect(await own("compositor_meta", ["secret", "chat_human", "policy_approver"].map(URIS.mountState))).toEqual([]);
    // Under the name of a server it may see, the front's way to one it may not.
    expect(await own("evil", uris([frontUri("policy_approver", URIS.pendingApprovals)]))).toEqual([]);
    expect(await own("evil", uris([frontUri("chat_human", URIS.chatMessage(message))]))).toEqual([]);
    const everything = await listed(agent);
    for (const word of ["approvals:", "secret", "chat_human", "policy_approver", approval, "4711"])
      expect(everything).not.toContain(word);
  });

  it("V04 a child that serves the person's names under its own roof leads to itself and nowhere else", async () => {
    await using bed = createTestBed();
    const faked = [
      "approvals://pending",
      "approvals://policy_reader/pending",
      "compositor://compositor_meta/state/secret",
    ];
    const flags = faked.flatMap((uri) => ["--resource", uri]);
    await bed.setPolicy(byTool({ act: "ask" }));
    const agent = await bed.serve({
      evil: bed.evil(...flags),
      bare: { ...bed.evil(...flags), sallyport: { names: "as_is" } },
    });
    const human = await bed.human({ secret: { ...bed.evil(), sallyport: { visible_to: ["human"] } } });
    await human.toolNames();
    void agent.call("evil_act", { canary: "4711" });
    const [waiting] = await bed.waiting(1);
    const { result } = await agent.request("resources/list");
    const shown = result.resources.map(({ uri }: { uri: string }) => uri);
    const asked = [
      ...faked,
      ...uris(faked.map((uri) => frontUri("evil", uri))),
      ...shown.filter((uri: string) => /approvals|secret/.test(uri)),
    ];
    const answers = await Promise.all(asked.map((uri) => read(agent, uri)));
    const throughResources = await Promise.all(
      ["evil", "bare"].flatMap((server) => faked.map((uri) => agent.call("resources_read", { server, uri }))),
    );
    const said = JSON.stringify([answers, throughResources]);
    expect(said).toContain("the child's own words for approvals://pending");
    expect(said).not.toContain("4711");
    expect(said).not.toContain(waiting?.approval_id);
    const tools = await agent.toolNames();
    expect(tools.filter((name) => /approver|chat_human|secret/.test(name))).toEqual([]);
  });

  it("V05 nothing of it is told to an agent that follows all it can", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(byTool({ act: "ask" }));
    const agent = await bed.serve({ evil: bed.evil() });
    await agent.toolNames();
    const wanted = [
      "approvals://pending",
      "approvals://",
      "approvals:",
      "chat://last-read",
      "chat://head",
      "compositor://state/",
      "compositor://state/secret",
    ];
    for (const server of ["policy_reader", "chat_assistant", "compositor_meta"])
      for (const uri of wanted) {
        await agent.call("resources_subscribe", { server, uri });
        await agent.request("resources/subscribe", { uri: String(frontUri(server, uri)) });
      }
    const human = await bed.human({ secret: { ...bed.evil(), sallyport: { visible_to: ["human"] } } });
    expect(await human.toolNames()).toContain("secret_act");
    const pending = String(frontUri("policy_reader", URIS.pendingApprovals));
    await human.request("resources/subscribe", { uri: pending });
    void agent.call("evil_act", {});
    const [waiting] = await bed.waiting(1);
    await human.heard("notifications/resources/updated", ({ uri }) => uri === pending);
    await agent.call("chat_assistant_post", { content: "to the person" });
    await agent.request("ping");
    agent.notifications.length = 0;
    await human.call("chat_human_read_pending_messages", {});
    await human.call("secret_crash", {});
    await human.call("policy_approver_deny", { id: waiting?.approval_id });
    await human.call("policy_approver_list_modes", {});
    expect(
      (
        await human.call("secret_notify", {
          method: "notifications/resources/updated",
          params: { uri: "evil://state/counter" },
        })
      ).error,
    ).toBeUndefined();
    // What comes after it is told, so what was before it would have been.
    await human.call("chat_human_post", { content: "to the assistant" });
    const isHead = ({ uri }: Record<string, unknown>) => uri === "chat://chat_assistant/head";
    await agent.heard("notifications/resources/updated", isHead);
    await sleep(300);
    const told = agent.notifications.map(({ method, params }) => `${method} ${params?.uri ?? ""}`);
    expect([...new Set(told)]).toEqual(["notifications/resources/updated chat://chat_assistant/head"]);
    const page = await agent.call("resources_list_subscriptions", {});
    const updated = page.result.structuredContent.subscriptions.filter(
      (each: { last_updated_at: string | null }) => each.last_updated_at !== null,
    );
    expect(updated.map(({ server, uri }: { server: string; uri: string }) => `${server} ${uri}`)).toEqual([
      "chat_assistant chat://head",
    ]);
  });
});

describe("what is the agent's alone", () => {
  it("V06 a person that calls, reads or follows it is answered as for a name nobody has", async () => {
    await using bed = createTestBed();
    const { agent, human } = await twoPrincipals(bed);
    const posted = await agent.call("chat_assistant_post", { content: "hello" });
    const message = String(posted.result.structuredContent.id);
    const call: Door = (name) => ["tools/call", { name, arguments: { source: "x", content: "x" } }];
    const tools = [
      "loop_yield_turn",
      "chat_assistant_post",
      "chat_assistant_read_pending_messages",
      "policy_proposer_propose_policy",
      "policy_proposer_withdraw_proposal",
      "evil_act",
    ];
    expect(await agent.toolNames()).toEqual(expect.arrayContaining(tools));
    expect(
      await telling(
        human,
        { call },
        tools.map((hidden) => ({ hidden, nobodys: "nobody_at_all" })),
      ),
    ).toEqual([]);
    const hidden = uris([
      frontUri("chat_assistant", URIS.chatHead),
      frontUri("chat_assistant", URIS.chatLastRead),
      frontUri("chat_assistant", URIS.chatMessage(message)),
      "evil://evil/state/counter",
    ]);
    const pairs = hidden.map((uri) => ({
      hidden: uri,
      nobodys: uri.replace(/chat_assistant|(?<=\/)evil(?=\/)/, "nobodys"),
    }));
    expect(await telling(human, URI_DOORS, pairs)).toEqual([]);
    const servers = ["loop", "chat_assistant", "policy_proposer", "evil"].map((name) => ({
      hidden: name,
      nobodys: "nobodys",
    }));
    expect(await telling(human, serverDoors("evil://state/counter"), servers)).toEqual([]);
    expect(bed.ran("act")).toBe(0);
  });
});

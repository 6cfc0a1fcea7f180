import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { byTool } from "../harness/policies.ts";
import type { Params, RawClient } from "../harness/raw-client.ts";
import { createTestBed, type TestBed } from "../harness/test-bed.ts";

// biome-ignore lint/suspicious/noExplicitAny: a test asserts on what came over the wire, whatever it is
const answer = async (client: RawClient, tool: string, args: Params = {}): Promise<any> =>
  (await client.call(tool, args)).result.structuredContent;

async function twoAgents(bed: TestBed): Promise<[RawClient, RawClient]> {
  await Promise.all([bed.setMode("open", "a"), bed.setMode("open", "b")]);
  const children = { evil: bed.evil() };
  return Promise.all([bed.serve(children, { agent: "a" }), bed.serve(children, { agent: "b" })]);
}

const HEAD = "chat://chat_assistant/head";

describe("two agents on one store", () => {
  it("I03 have a chat each, with marks of its own", async () => {
    await using bed = createTestBed();
    const [a, b] = await twoAgents(bed);
    const [human, other] = [
      await bed.alone("chat", ["--face", "human"], "a"),
      await bed.alone("chat", ["--face", "human"], "b"),
    ];
    for (const client of [a, b]) await client.request("resources/subscribe", { uri: HEAD });
    const { id } = await answer(human, "post", { content: "to a alone" });
    await a.heard("notifications/resources/updated", ({ uri }) => uri === HEAD);
    expect(await answer(b, "chat_assistant_read_pending_messages")).toEqual({ messages: [], last_id: null });
    const ofOther = await b.request("resources/read", { uri: `chat://chat_assistant/messages/${id}` });
    const ofNobody = await b.request("resources/read", { uri: "chat://chat_assistant/messages/nobody" });
    expect(JSON.stringify(ofOther.error).replaceAll(id, "nobody")).toBe(JSON.stringify(ofNobody.error));
    await answer(b, "chat_assistant_post", { content: "from b" });
    expect(await answer(human, "read_pending_messages")).toMatchObject({ messages: [], last_id: id });
    expect((await answer(other, "read_pending_messages")).messages).toMatchObject([{ content: "from b" }]);
    const read = await answer(a, "chat_assistant_read_pending_messages");
    expect(read.messages).toMatchObject([{ id, author: "human", content: "to a alone" }]);
    expect(b.notifications.filter(({ method }) => method === "notifications/resources/updated")).toEqual([]);
  });

  it("I04 have subscriptions, selections and presets of their own", async () => {
    await using bed = createTestBed();
    const [a, b] = await twoAgents(bed);
    await answer(a, "resources_subscribe", { server: "evil", uri: "evil://state/counter" });
    await answer(a, "resources_subscribe_list_changes", { server: "evil" });
    expect(await answer(a, "resources_save_preset", { name: "mine" })).toMatchObject({ subscriptions: 1 });
    expect(await answer(b, "resources_list_subscriptions")).toEqual({ subscriptions: [], list_subscriptions: [] });
    const [others, nobodys] = [
      await answer(b, "resources_apply_preset", { name: "mine" }),
      await answer(b, "resources_apply_preset", { name: "none" }),
    ];
    expect(JSON.stringify(others).replaceAll("mine", "none")).toBe(JSON.stringify(nobodys));
    const unsubscribed = await b.call("resources_unsubscribe", { server: "evil", uri: "evil://state/counter" });
    expect(unsubscribed.result.structuredContent.error.code).toBe("not_found");
    expect((await answer(a, "resources_list_subscriptions")).subscriptions).toMatchObject([{ active: true }]);
    // The person of the same agent has others again.
    const human = await bed.human({}, "a");
    expect(await answer(human, "resources_list_subscriptions")).toEqual({ subscriptions: [], list_subscriptions: [] });
    expect((await answer(human, "resources_apply_preset", { name: "mine" })).error.code).toBe("not_found");
  });

  it("I05 have servers of their own: one attaches and detaches without the other's seeing it", async () => {
    await using bed = createTestBed();
    const [a, b] = await twoAgents(bed);
    const spec = { type: "stdio", ...bed.evil() };
    await Promise.all([a.toolNames(), b.toolNames()]);
    b.notifications.length = 0;
    expect(await answer(a, "compositor_admin_attach_server", { name: "extra", spec })).toMatchObject({
      state: "running",
    });
    expect(await a.toolNames()).toContain("extra_act");
    await sleep(300);
    expect(b.notifications).toEqual([]);
    expect(await b.toolNames()).not.toContain("extra_act");
    const state = { uri: "compositor://compositor_meta/state/extra" };
    expect((await a.request("resources/read", state)).error).toBeUndefined();
    const [theirs, nobodys] = [
      await b.request("resources/read", state),
      await b.request("resources/read", { uri: "compositor://compositor_meta/state/nobody" }),
    ];
    expect(JSON.stringify(theirs.error).replaceAll("extra", "nobody")).toBe(JSON.stringify(nobodys.error));
    // The same name with another spec is its own wish, and no conflict that would tell of the first.
    const other = { ...spec, args: [...spec.args, "--slow", "1"] };
    expect(await answer(b, "compositor_admin_attach_server", { name: "extra", spec: other })).toMatchObject({
      ok: true,
    });
    expect(await answer(b, "compositor_admin_detach_server", { name: "extra" })).toMatchObject({ state: "gone" });
    expect((await a.call("extra_act", {})).error).toBeUndefined();
  });

  it("I06 are stopped one by one", async () => {
    await using bed = createTestBed();
    const [a, b] = await twoAgents(bed);
    await bed.setPolicy(byTool({ act: "ask" }), "b");
    void b.call("evil_act", {});
    await bed.waiting(1, "b");
    await bed.must(["agents", "abort", "a"], "a");
    expect((await a.call("evil_params", {})).error?.code).toBe(-32950);
    expect((await b.call("evil_params", {})).error).toBeUndefined();
    expect(await bed.pending("b")).toHaveLength(1);
    const states = (await bed.json(["agents", "list"])).map(({ agent, aborted }: Params) => [agent, aborted !== null]);
    expect(Object.fromEntries(states)).toEqual({ a: true, b: false });
  });
});

import { describe, expect, it } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { createTestBed } from "../harness/test-bed.ts";

const COUNTER = "evil://evil/state/counter";

describe.concurrent("prompts and resources in open mode", () => {
  it("T08 prompts pass under the front's names", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil(), other: bed.evil() });
    const { result } = await client.request("prompts/list");
    expect(result.prompts).toEqual(
      expect.arrayContaining(
        ["evil_greet", "other_greet"].map((name) => ({
          name,
          title: "Greeting",
          description: "greets",
          arguments: [{ name: "who", required: true }],
        })),
      ),
    );
    const prompt = await client.request("prompts/get", { name: "evil_greet", arguments: { who: "you" } });
    expect(prompt.result).toEqual({
      description: "a greeting",
      messages: [{ role: "user", content: { type: "text", text: 'hello {"who":"you"}' } }],
      _meta: { "evil/prompt": true },
    });
  });

  it("T09 completions reach the child with its own names", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil() });
    const argument = { name: "who", value: "y" };
    const ofPrompt = await client.request("completion/complete", {
      ref: { type: "ref/prompt", name: "evil_greet" },
      argument,
    });
    expect(ofPrompt.result.completion.values).toEqual(["one", '{"type":"ref/prompt","name":"greet"}']);
    const ofTemplate = await client.request("completion/complete", {
      ref: { type: "ref/resource", uri: "evil://evil/item/{id}" },
      argument,
    });
    expect(ofTemplate.result.completion.values).toEqual(["one", '{"type":"ref/resource","uri":"evil://item/{id}"}']);
  });

  it("T10 resources and templates are listed and read under front URIs", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil() });
    const { result } = await client.request("resources/list");
    expect(result.resources).toContainEqual({
      uri: COUNTER,
      name: "counter",
      title: "A counter",
      mimeType: "text/plain",
      size: 3,
      annotations: { priority: 0.5 },
    });
    const templates = await client.request("resources/templates/list");
    expect(templates.result.resourceTemplates).toContainEqual({
      uriTemplate: "evil://evil/item/{id}",
      name: "item",
      description: "one item",
      mimeType: "text/plain",
    });
    const read = await client.request("resources/read", { uri: "evil://evil/item/7" });
    expect(read.result.contents).toEqual([
      { uri: "evil://evil/item/7", mimeType: "text/plain", text: "read evil://item/7", _meta: { "evil/part": 1 } },
    ]);
    const unknown = await client.request("resources/read", { uri: "evil://nobody/item/7" });
    expect(unknown.error?.code).toBe(-32002);
  });

  it("T11 updates arrive under the front's URI, until unsubscribed", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil() });
    const update = () =>
      client.call("evil_notify", {
        method: "notifications/resources/updated",
        params: { uri: "evil://state/counter" },
      });
    expect((await client.request("resources/subscribe", { uri: COUNTER })).result).toEqual({});
    await update();
    expect((await client.heard("notifications/resources/updated")).params).toEqual({ uri: COUNTER });
    await client.request("resources/unsubscribe", { uri: COUNTER });
    await eventually("the child heard both", () =>
      bed.effects().some((effect) => effect["resources/unsubscribe"] === "evil://state/counter"),
    );
    const before = client.notifications.length;
    await update();
    await client.request("ping");
    expect(client.notifications.length).toBe(before);
  });

  it("T11 where the child cannot subscribe the answer is -32960 and -32961", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil("--no-subscribe") });
    const subscribed = await client.request("resources/subscribe", { uri: COUNTER });
    expect(subscribed.error).toMatchObject({
      code: -32960,
      message: "resources_subscribe_unsupported",
      data: { server: "evil", uri: COUNTER },
    });
    const unsubscribed = await client.request("resources/unsubscribe", { uri: COUNTER });
    expect(unsubscribed.error).toMatchObject({ code: -32961, message: "resources_unsubscribe_unsupported" });
  });

  it("T12 a tool that comes at run time is announced and listed", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil("--shadow-name", "late") });
    expect(await client.toolNames()).not.toContain("evil_late");
    await client.call("evil_act", {});
    await client.heard("notifications/tools/list_changed");
    await eventually("it is listed", async () => (await client.toolNames()).includes("evil_late"));
    expect((await client.call("evil_late", {})).error).toBeUndefined();
  });

  it("T12 nothing is announced to a client that is not initialized yet", async () => {
    await using bed = createTestBed();
    const client = bed.launch({ evil: bed.evil("--flood", "20"), other: bed.evil() });
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "slow", version: "1" } };
    await client.request("initialize", params);
    await eventually("the children are up", async () => {
      const records: { state: { state: string } }[] = await bed.json(["mounts"]);
      return records.filter(({ state }) => state.state === "running").length >= 2;
    });
    expect(client.notifications).toEqual([]);
  });

  it("T19 a storm of changes is a few notifications", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil("--flood", "2000") });
    await eventually("the tools are there", async () => (await client.toolNames()).includes("evil_act"));
    await client.call("evil_wait", { ms: 1_000 });
    expect(client.notifications.length).toBeLessThan(40);
  });
});

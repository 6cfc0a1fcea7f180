import { describe, expect, it } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { createTestBed } from "../harness/test-bed.ts";
import { childAlone } from "./child-alone.ts";

describe.concurrent("a call in open mode", () => {
  it("T01 progress keeps the client's token, the last one beside the response included", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil() });
    await client.call("evil_progress", { steps: 3 }, { _meta: { progressToken: "my token" } });
    const heard = client.messages.filter(({ method, id }) => method === "notifications/progress" || id === 2);
    expect(heard.map(({ params }) => params)).toEqual([
      { progressToken: "my token", progress: 1, total: 3, message: "step 1", extra: true },
      { progressToken: "my token", progress: 2, total: 3, message: "step 2", extra: true },
      { progressToken: "my token", progress: 3, total: 3, message: "step 3", extra: true },
      undefined,
    ]);
  });

  it("T01 two calls with one token each hear their own", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil(), other: bed.evil() });
    await Promise.all([
      client.call("evil_progress", { steps: 2 }, { _meta: { progressToken: 0 } }),
      client.call("other_progress", { steps: 3 }, { _meta: { progressToken: 1 } }),
    ]);
    const progress = client.notifications.filter(({ method }) => method === "notifications/progress");
    const totals = progress.map(({ params }) => [params?.progressToken, params?.total]);
    expect(totals.toSorted()).toEqual([
      [0, 2],
      [0, 2],
      [1, 3],
      [1, 3],
      [1, 3],
    ]);
  });

  it("T02 log messages and the level pass", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil() });
    expect((await client.request("logging/setLevel", { level: "debug" })).result).toEqual({});
    await client.call("evil_log", { level: "info", logger: "x", data: { deep: [1] } });
    const { params } = await client.heard("notifications/message");
    expect(params).toMatchObject({ level: "info", data: { deep: [1] } });
  });

  it("T03 a cancelled call is cancelled at the child", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil() });
    for (const id of [0, "text"]) {
      void client.call("evil_wait", { ms: 60_000 }, {}, id);
    }
    await eventually("both wait", () => bed.ran("wait") === 2);
    client.notify("notifications/cancelled", { requestId: 0 });
    client.notify("notifications/cancelled", { requestId: "text", reason: "enough" });
    await eventually("the child heard it", () => bed.effects().filter((effect) => effect.cancelled).length === 2);
    expect((await client.call("evil_act", {})).error).toBeUndefined();
    expect(client.messages.filter(({ id }) => id === 0 || id === "text")).toEqual([]);
  });

  it("T04 _meta passes both ways", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil() });
    const { result } = await client.call("evil_params", { a: 1 }, { _meta: { "my/trace": { deep: [1, null] } } });
    expect(result.structuredContent.params).toEqual({
      name: "params",
      arguments: { a: 1 },
      _meta: { "my/trace": { deep: [1, null] } },
    });
    expect(result._meta).toEqual({ "evil/answer": [1, "two"] });
  });

  it("T05 tool definitions pass whole", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const alone = await childAlone(bed.evil());
    const client = await bed.serve({ evil: bed.evil() });
    const [direct, gated] = await Promise.all([alone.request("tools/list"), client.request("tools/list")]);
    await alone.close();
    const named = direct.result.tools.map((tool: { name: string }) => ({ ...tool, name: `evil_${tool.name}` }));
    expect(gated.result.tools.filter(({ name }: { name: string }) => name.startsWith("evil_"))).toEqual(named);
    const { result } = await client.call("evil_structured", { a: 2, b: 3 });
    expect(result.structuredContent).toEqual({ sum: 5, extra: "kept" });
  });

  it("T06 a child's error keeps code, message and data", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil() });
    const errors = [
      { code: -32602, message: "said by the child itself", data: { path: ["a"], deep: { n: 1 } } },
      { code: -32001, message: "", data: null },
      { code: 42, message: "Ünïcode \n kept" },
      { code: -32005, message: "busy", data: [1] },
    ];
    const answers = await Promise.all(errors.map((error) => client.call("evil_fail", { error })));
    expect(answers.map(({ error }) => error)).toEqual(errors);
    const { result } = await client.call("evil_tool_error", { why: "because" });
    expect(result).toEqual({
      content: [{ type: "text", text: "it went wrong" }],
      isError: true,
      structuredContent: { why: "because" },
    });
  });

  it("T07 five megabytes pass", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil() });
    const [result, echoed] = await Promise.all([
      client.call("evil_big", { bytes: 5_000_000 }),
      client.call("evil_params", { text: "é".repeat(500_000) }),
    ]);
    expect(result.result.content[0].text).toHaveLength(5_000_000);
    expect(echoed.result.structuredContent.params.arguments.text).toHaveLength(500_000);
  });

  it("T17 a slow call holds up no other", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil(), other: bed.evil() });
    const slow = client.call("evil_wait", { ms: 1_500 }).then(() => "slow");
    const quick = Promise.all([
      client.call("evil_params", {}),
      client.call("other_params", {}),
      client.request("tools/list"),
      client.request("ping"),
    ]);
    expect(await Promise.race([slow, quick.then(() => "quick")])).toBe("quick");
    expect(await slow).toBe("slow");
  });

  it("D06 the fixture counts what is dispatched", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil() });
    await Promise.all([1, 2, 3].map((n) => client.call("evil_act", { n })));
    expect(bed.ran("act")).toBe(3);
  });
});

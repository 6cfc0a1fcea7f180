import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { byTool } from "../harness/policies.ts";
import { createTestBed } from "../harness/test-bed.ts";
import { gateErrorFor } from "./expected-error.ts";

const ASK = byTool({ act: "ask" });

describe.concurrent("a call that asks", () => {
  it("G04 runs once, after the approval and not before", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(ASK);
    const client = await bed.serve({ evil: bed.evil() });
    const answered = client.call("evil_act", { note: 1 });
    const [record] = await bed.waiting(1);
    expect(record).toMatchObject({
      state: "pending",
      agent: "default",
      name: "evil_act",
      server: "evil",
      tool: "act",
      arguments: { note: 1 },
    });
    expect(bed.effects()).toEqual([]);
    await bed.must(["approvals", "approve", record?.approval_id ?? ""]);
    expect((await answered).result).toEqual({ content: [{ type: "text", text: "act ran (1)" }] });
    expect(bed.effects()).toEqual([{ tool: "act", arguments: { note: 1 } }]);
    expect((await bed.approval(record?.approval_id ?? "")).state).toBe("done");
  });

  it("G05 a no is -32951 with the person's words", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(ASK);
    const client = await bed.serve({ evil: bed.evil() });
    const answered = client.call("evil_act", {});
    const [record] = await bed.waiting(1);
    await bed.must(["approvals", "deny", record?.approval_id ?? "", "--reason", "not on a Friday"]);
    const { error } = await answered;
    expect(error).toEqual(
      gateErrorFor("evil", "act", "policy_denied_continue", expect.stringContaining("not on a Friday"), {
        decision: "deny_continue",
        approval_id: record?.approval_id,
      }),
    );
    expect(bed.effects()).toEqual([]);
  });

  it("G05 a no that stops the agent is -32950", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(ASK);
    const client = await bed.serve({ evil: bed.evil() });
    const answered = client.call("evil_act", {});
    const [record] = await bed.waiting(1);
    await bed.must(["approvals", "deny", record?.approval_id ?? "", "--stop-agent"]);
    expect((await answered).error).toMatchObject({
      code: -32950,
      message: "policy_denied",
      data: { decision: "deny_abort" },
    });
    expect(bed.effects()).toEqual([]);
  });

  it("G10 others run while it waits", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(byTool({ act: "ask" }));
    const client = await bed.serve({ evil: bed.evil(), other: bed.evil() });
    const answered = client.call("evil_act", {});
    const [record] = await bed.waiting(1);
    const others = await Promise.all([
      client.call("evil_params", {}),
      client.call("other_params", {}),
      client.request("tools/list"),
    ]);
    expect(others.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
    expect(bed.ran("act")).toBe(0);
    await bed.must(["approvals", "approve", record?.approval_id ?? ""]);
    await answered;
    expect(bed.ran("act")).toBe(1);
  });

  it("G11 of a caller that left: approve runs nothing, the identical repeat runs once", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(ASK);
    const first = await bed.serve({ evil: bed.evil() });
    void first.call("evil_act", { b: 1, a: [1, 2] });
    const [record] = await bed.waiting(1);
    const id = record?.approval_id ?? "";
    await first.close();
    expect((await bed.approval(id)).state).toBe("orphaned");
    expect(await bed.must(["approvals", "approve", id])).toContain("nothing runs now");
    expect(bed.effects()).toEqual([]);

    const second = await bed.serve({ evil: bed.evil() });
    expect((await second.call("evil_act", { a: [1, 2], b: 1 })).result.content).toEqual([
      { type: "text", text: "act ran (1)" },
    ]);
    expect(bed.ran("act")).toBe(1);
    void second.call("evil_act", { a: [1, 2], b: 1 });
    const [again] = await bed.waiting(1);
    expect(again?.approval_id).not.toBe(id);
    expect(bed.ran("act")).toBe(1);
  });

  it("N34 approving after a cancel dispatches nothing", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(ASK);
    const client = await bed.serve({ evil: bed.evil() });
    void client.call("evil_act", {}, {}, 7);
    const [record] = await bed.waiting(1);
    client.notify("notifications/cancelled", { requestId: 7, reason: "changed my mind" });
    const id = record?.approval_id ?? "";
    await eventually("the ask is orphaned", async () => (await bed.approval(id)).state === "orphaned");
    await bed.must(["approvals", "approve", id]);
    await sleep(300);
    expect(bed.effects()).toEqual([]);
    expect(client.messages.filter((message) => message.id === 7)).toEqual([]);
  });

  it("N32 the same call again asks again", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(ASK);
    const client = await bed.serve({ evil: bed.evil() });
    const answered = client.call("evil_act", { note: 1 });
    const [record] = await bed.waiting(1);
    await bed.must(["approvals", "approve", record?.approval_id ?? ""]);
    await answered;
    void client.call("evil_act", { note: 1 });
    const [again] = await bed.waiting(1);
    expect(again?.approval_id).not.toBe(record?.approval_id);
    expect(bed.ran("act")).toBe(1);
  });

  it("N31 one byte more is a new ask, key order is not", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(ASK);
    const client = await bed.serve({ evil: bed.evil() });
    void client.call("evil_act", { path: "/a", count: 1 });
    await bed.waiting(1);
    const variants = [
      { path: "/b", count: 1 },
      { path: "/a", count: "1" },
      { path: "/a", count: 1, more: null },
      { path: "/a", count: [1] },
    ];
    for (const variant of variants) void client.call("evil_act", variant);
    const records = await bed.waiting(5);
    expect(new Set(records.map((record) => record.arguments_digest)).size).toBe(5);
    client.writeLine(
      `{"jsonrpc":"2.0","id":"same","method":"tools/call","params":{"arguments":{ "count":1.0 ,"\\u0070ath":"/a"},"name":"evil_act"}}`,
    );
    await client.call("evil_params", {});
    expect((await bed.pending()).length).toBe(5);
  });

  it("G13 it says so every ten seconds, in rising integers without a total", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(ASK);
    const client = await bed.serve({ evil: bed.evil() });
    const answered = client.call("evil_act", {}, { _meta: { progressToken: "tok" } });
    const [record] = await bed.waiting(1);
    const heard = () =>
      client.notifications.filter(({ method }) => method === "notifications/progress").map(({ params }) => params);
    await eventually("two progress notifications", () => heard().length >= 2, 25_000);
    await bed.must(["approvals", "approve", record?.approval_id ?? ""]);
    await answered;
    const progress = heard();
    for (const params of progress) {
      expect(params).toEqual({
        progressToken: "tok",
        progress: expect.any(Number),
        message: expect.stringMatching(/^waiting for approval \S+ · \d+ s$/),
      });
    }
    const values = progress.map((params) => Number(params?.progress));
    expect(values).toEqual([...new Set(values)].toSorted((a, b) => a - b));
    expect(values.every(Number.isInteger)).toBe(true);
  });

  it("N43 past fifty waiting asks the answer is too many pending", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(ASK);
    const client = await bed.serve({ evil: bed.evil() });
    for (let index = 0; index < 50; index++) void client.call("evil_act", { index });
    await bed.waiting(50);
    const { error } = await client.call("evil_act", { index: 50 });
    expect(error).toMatchObject({
      code: -32951,
      message: "policy_denied_continue",
      data: { reason: expect.stringContaining("too many pending") },
    });
    expect((await client.call("evil_params", {})).error).toBeUndefined();
    expect(await bed.json(["approvals", "list"])).toHaveLength(50);
    expect(bed.ran("act")).toBe(0);
  });

  it("N44 an agent that cannot be asked gets deny_continue", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(ASK);
    await bed.must(["modes", "set", "non-interactive"]);
    const client = await bed.serve({ evil: bed.evil() });
    const { error } = await client.call("evil_act", {});
    expect(error).toMatchObject({ code: -32951, data: { decision: "deny_continue" } });
    expect((await client.call("evil_params", {})).error).toBeUndefined();
    expect(await bed.pending()).toEqual([]);
  });
});

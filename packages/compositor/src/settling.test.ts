import { settledCall } from "@sallyport/contract/approvals";
import type { JsonObject } from "@sallyport/contract/json";
import { afterEach, describe, expect, it } from "vitest";
import { type Client, call, connectClient, openBench, until } from "./fixtures/gate-bench.ts";
import type { CompositorPowers } from "./powers.ts";

let bench: Awaited<ReturnType<typeof openBench>>;
afterEach(() => bench.close());

const SOON: Partial<CompositorPowers> = { settle: { clients: new Map([["client-under-test", 0.1]]) } };
const NEVER: Partial<CompositorPowers> = { settle: { clients: new Map(), others: "never" } };

async function open(given: Partial<CompositorPowers> = SOON, env: Record<string, string> = {}): Promise<Client> {
  bench = await openBench(given);
  void bench.compositor.mountServer("fs", bench.spec(env));
  bench.verdict = "ask";
  return bench.connect();
}
const pending = () => until(async () => (await bench.reader.approvals.pending({}))[0]);
const stateOf = async (id: string) => (await bench.reader.approvals.get(id))?.state;
const actions = async () => (await bench.reader.timeline.list({ limit: 200 })).map(({ action }) => action);
const approve = (id: string) => bench.approver.approvals.approve({ id, by: "human" });
const deny = (id: string, reason = "") => bench.approver.approvals.deny({ id, reason, stop_agent: false, by: "human" });

/** Has what is held at the child go on; only once it is there. */
async function release(client: Client): Promise<void> {
  await until(() => bench.calls().includes("held"));
  bench.verdict = "allow";
  await call(client, "fs_release");
  bench.verdict = "ask";
}

/** A call whose caller leaves while it runs at the child, and the id it was approved under. */
async function leaveWhileItRuns(args: JsonObject = {}): Promise<string> {
  const patient = await connectClient(bench.compositor, { info: { name: "patient", version: "0" } });
  const leaving = new AbortController();
  const params = { name: "fs_held", arguments: args };
  const sent = patient.request("tools/call", params, { signal: leaving.signal }).catch(() => "gone");
  const { approval_id } = await pending();
  await approve(approval_id);
  await until(() => bench.calls().includes("held"));
  leaving.abort();
  expect(await sent).toBe("gone");
  return approval_id;
}
const dispatches = () => bench.calls().filter((tool) => tool === "held").length;

describe("a call whose host cuts long calls", () => {
  it("is answered before the limit: not executed, what to do, and where it stands; the question stays", async () => {
    const client = await open();
    const result = await call(client, "fs_write", { path: "x" });
    const { approval_id, state, expires_at } = await pending();
    expect(state).toBe("orphaned");
    const settled = { settled: true, approval_id, state: "pending", expires_at, executed: false };
    const text = String((result.content as { text: string }[])[0]?.text);
    expect(result).toEqual({
      content: [{ type: "text", text }],
      structuredContent: { sallyport: { ...settled, message: text } },
      _meta: { "sallyport/settled": settled },
    });
    expect(settledCall.parse(settled)).toEqual(settled);
    expect(text).toMatch(/^Not executed: waiting for approval .+ repeat the identical call\. Do not change/);
    expect(bench.calls()).toEqual([]);
    expect(await actions()).toContain("call-settled");
  });

  it("is told until when the question stands by then, also where a person gave it more time", async () => {
    const client = await open({ settle: { clients: new Map([["client-under-test", 2]]) } });
    const settled = call(client, "fs_write");
    const { approval_id, expires_at } = await pending();
    const extended = await bench.approver.approvals.extend({ id: approval_id, by: "human" });
    expect(extended.expires_at > expires_at).toBe(true);
    expect((await settled)._meta).toMatchObject({ "sallyport/settled": { expires_at: extended.expires_at } });
  });

  it("waits again when it is repeated, without a second question, and runs once after the yes", async () => {
    const client = await open();
    await call(client, "fs_write", { a: 1, b: 2 });
    const { approval_id } = await pending();
    const repeated = call(client, "fs_write", { b: 2, a: 1 });
    await until(async () => (await actions()).includes("approval-pending"));
    expect(await bench.reader.approvals.pending({})).toHaveLength(1);
    expect(await repeated).toMatchObject({ structuredContent: { sallyport: { approval_id } } });
    await approve(approval_id);
    expect(bench.calls()).toEqual([]);
    expect(await call(client, "fs_write", { a: 1, b: 2 })).not.toHaveProperty("_meta");
    expect(bench.calls()).toEqual(["write"]);
    expect(await call(client, "fs_write", { a: 1, b: 2 })).toMatchObject({
      structuredContent: { sallyport: { settled: true } },
    });
    expect(bench.calls()).toEqual(["write"]);
  });

  it("is told once of a no that was said while it did not wait, and asks anew after that", async () => {
    const client = await open();
    await call(client, "fs_write");
    const { approval_id } = await pending();
    await deny(approval_id, "use the other folder");
    await expect(call(client, "fs_write")).rejects.toMatchObject({
      code: -32951,
      data: { reason: "use the other folder", decision: "deny_continue", approval_id },
    });
    await call(client, "fs_write");
    expect((await pending()).approval_id).not.toBe(approval_id);
    expect(bench.calls()).toEqual([]);
  });

  it("asks anew after a no that it heard itself", async () => {
    const client = await open(NEVER);
    const first = call(client, "fs_write").catch((error: unknown) => error);
    const { approval_id } = await pending();
    await deny(approval_id, "no");
    expect(await first).toMatchObject({ data: { reason: "no" } });
    const second = call(client, "fs_write").catch((error: unknown) => error);
    const next = await pending();
    expect(next.approval_id).not.toBe(approval_id);
    await deny(next.approval_id);
    await second;
  });

  it("keeps the question waiting while another identical call still waits on it", async () => {
    const client = await open();
    const patient = await connectClient(bench.compositor, { info: { name: "patient", version: "0" } });
    const held = call(patient, "fs_write");
    const { approval_id } = await pending();
    await call(client, "fs_write");
    expect(await stateOf(approval_id)).toBe("pending");
    await approve(approval_id);
    await held;
    expect(bench.calls()).toEqual(["write"]);
  });

  it("is answered as an error without structured content where its tool has an output schema, as clients check that", async () => {
    const tool = { name: "write", inputSchema: { type: "object" }, outputSchema: { type: "object", required: ["a"] } };
    const client = await open(SOON, { TOOLS: JSON.stringify([tool]) });
    const result = await call(client, "fs_write");
    expect(result).toMatchObject({ isError: true, _meta: { "sallyport/settled": { executed: false } } });
    expect(result).not.toHaveProperty("structuredContent");
  });

  it("is held where nobody knows its host, and where the configuration says never", async () => {
    const client = await open({});
    const asked = call(client, "fs_write");
    const { approval_id } = await pending();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await approve(approval_id);
    expect(await asked).not.toHaveProperty("_meta");
    expect(bench.calls()).toEqual(["write"]);
  });

  it("does not take a child's word for it", async () => {
    const tool = { name: "echo_meta", inputSchema: { type: "object" } };
    const client = await open(SOON, { TOOLS: JSON.stringify([tool]) });
    bench.verdict = "allow";
    await expect(call(client, "fs_echo_meta", { "sallyport/settled": { settled: true } })).rejects.toMatchObject({
      code: -32952,
    });
  });
});

describe("an approved call whose caller left", () => {
  it("N32 runs to its end, and an identical repeat gets its result as often as it asks, without a dispatch", async () => {
    const client = await open(NEVER);
    const id = await leaveWhileItRuns({ a: 1, b: 2 });
    const repeats = [call(client, "fs_held", { a: 1, b: 2 }), call(client, "fs_held", { b: 2, a: 1 })];
    await until(() => bench.decided === 3);
    await release(client);
    const released = { content: [{ type: "text", text: "released" }] };
    expect(await Promise.all(repeats)).toEqual([released, released]);
    expect(await call(client, "fs_held", { a: 1, b: 2 })).toEqual(released);
    expect(dispatches()).toBe(1);
    await until(async () => (await stateOf(id)) === "done");
    expect((await actions()).filter((action) => action === "call-replayed")).toHaveLength(3);
    const events = await bench.reader.timeline.list({ limit: 200 });
    expect(events.filter(({ action, tool }) => action === "call-ended" && tool === "held")).toMatchObject([
      { status: "ok" },
    ]);
  });

  it("N32 gives its error to a repeat the same way", async () => {
    const client = await open(NEVER);
    await leaveWhileItRuns({ fails: true });
    await release(client);
    const repeat = { code: -32077, message: "the child's own words" };
    await expect(call(client, "fs_held", { fails: true })).rejects.toMatchObject(repeat);
    await expect(call(client, "fs_held", { fails: true })).rejects.toMatchObject(repeat);
    expect(dispatches()).toBe(1);
  });

  it("answers a repeat whose host has no patience left that it is running, and gives the result later", async () => {
    const client = await open();
    const id = await leaveWhileItRuns();
    expect(await call(client, "fs_held")).toMatchObject({
      structuredContent: { sallyport: { settled: true, approval_id: id, state: "running", executed: true } },
    });
    await release(client);
    await until(async () => (await stateOf(id)) === "done");
    expect(await call(client, "fs_held")).toMatchObject({ content: [{ text: "released" }] });
    expect(dispatches()).toBe(1);
  });

  it("N31 is not what a call with other arguments gets, nor one that comes when the time for repeats is over", async () => {
    const client = await open({ ...SOON, limits: { replayMs: 20 } });
    await leaveWhileItRuns();
    expect(await call(client, "fs_held", { a: "1" })).toMatchObject({
      structuredContent: { sallyport: { state: "pending" } },
    });
    await release(client);
    await until(async () => (await call(client, "fs_held")).structuredContent);
    expect(dispatches()).toBe(1);
  });

  it("is not given to a call that the policy refuses by then", async () => {
    const client = await open(NEVER);
    await leaveWhileItRuns();
    await release(client);
    bench.verdict = "deny_continue";
    await expect(call(client, "fs_held")).rejects.toMatchObject({ code: -32951 });
  });

  it("is not what an allowed call is: that one is cancelled with its caller", async () => {
    const client = await open(NEVER);
    bench.verdict = "allow";
    const leaving = new AbortController();
    const params = { name: "fs_held", arguments: {} };
    const sent = client.request("tools/call", params, { signal: leaving.signal }).catch(() => "gone");
    await until(() => dispatches() === 1);
    leaving.abort();
    expect(await sent).toBe("gone");
    await until(async () =>
      (await bench.reader.timeline.list({ limit: 200 })).some(({ status }) => status === "cancelled"),
    );
  });
});

describe("a call that waits", () => {
  it("is told of with rising numbers, the page and at most 200 characters, and never after its result", async () => {
    const client = await open({
      ...NEVER,
      limits: { approvalProgressMs: 20 },
      approvalPage: (id) => `http://127.0.0.1:7410/#/approvals/${id}`,
    });
    const heard: { progress: number; message?: string }[] = [];
    const params = { name: "fs_write", arguments: {} };
    const asked = client.request("tools/call", params, { onProgress: (progress) => heard.push(progress) });
    const { approval_id } = await pending();
    await until(() => heard.length >= 3);
    await approve(approval_id);
    await asked;
    const count = heard.length;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(heard).toHaveLength(count);
    expect(heard.map(({ progress }) => progress)).toEqual(heard.map((_, index) => index + 1));
    expect(heard[2]?.message).toBe(
      `waiting for approval ${approval_id} · 0 s · http://127.0.0.1:7410/#/approvals/${approval_id}`,
    );
  });

  it("leaves out a page whose address does not fit", async () => {
    const client = await open({
      ...NEVER,
      limits: { approvalProgressMs: 20 },
      approvalPage: (id) => `https://${"a".repeat(200)}/${id}`,
    });
    const heard: { message?: string }[] = [];
    const params = { name: "fs_write", arguments: {} };
    const asked = client.request("tools/call", params, { onProgress: (progress) => heard.push(progress) });
    const { approval_id } = await pending();
    await until(() => heard.length >= 1);
    expect(heard[0]?.message).toBe(`waiting for approval ${approval_id} · 0 s`);
    await approve(approval_id);
    await asked;
  });
});

import { WireError } from "@sallyport/contract/errors";
import type { JsonObject } from "@sallyport/contract/json";
import { afterEach, describe, expect, it } from "vitest";
import { type Client, call, openBench, until } from "../fixtures/gate-bench.ts";
import type { CompositorPowers } from "../powers.ts";

type Answer = (params: JsonObject, signal: AbortSignal) => Promise<JsonObject>;
type Given = Partial<CompositorPowers>;

const URL_MODE = { elicitation: { form: {}, url: {} } };
const OFF: Given = { approvalPage: (id) => `http://127.0.0.1:7410/#/approvals/${id}` };
const ON: Given = { ...OFF, elicitation: { url: true } };
const COMPLETE = "notifications/elicitation/complete";
const accepts: Answer = async () => ({ action: "accept" });
const answersNothing: Answer = () => new Promise(() => {});

let bench: Awaited<ReturnType<typeof openBench>>;
let asked: { method: string; params: JsonObject; signal: AbortSignal }[];
afterEach(() => bench.close());

async function open(answer: Answer, given: Given = ON, capabilities: JsonObject = URL_MODE): Promise<Client> {
  asked = [];
  bench = await openBench(given);
  void bench.compositor.mountServer("fs", bench.spec());
  bench.verdict = "ask";
  return bench.connect({
    capabilities,
    onRequest: (method, params, { signal }) => {
      asked.push({ method, params, signal });
      return answer(params, signal);
    },
  });
}
const pending = () => until(async () => (await bench.reader.approvals.pending({}))[0]);
const waiting = (count: number) => until(async () => (await bench.reader.approvals.pending({})).length === count);
const approve = (id: string) => bench.approver.approvals.approve({ id, by: "human" });
const failures = async () =>
  (await bench.reader.timeline.list({ limit: 200 })).filter(({ action }) => action === "channel-failed");

describe("the client of a waiting call", () => {
  it("is given the question's page, and is told when the question is over, before the call's result", async () => {
    const client = await open(accepts);
    const written = call(client, "fs_write", { password: "of the user's" });
    const { approval_id } = await pending();
    await until(() => asked.length === 1);
    expect(asked[0]).toMatchObject({
      method: "elicitation/create",
      params: {
        mode: "url",
        elicitationId: expect.any(String),
        url: `http://127.0.0.1:7410/#/approvals/${approval_id}`,
        message:
          "A call of write on fs waits for you. Your page shows it whole and takes your answer; nothing is decided here.",
      },
    });
    expect(JSON.stringify(asked)).not.toContain("password");
    expect(client.told).toEqual([]);
    await approve(approval_id);
    await written;
    const { elicitationId } = asked[0]?.params ?? {};
    expect(client.told).toEqual([{ method: COMPLETE, params: { elicitationId } }]);
    expect(bench.calls()).toEqual(["write"]);
  });

  it.each([
    [{ action: "accept" }],
    [{ action: "accept", content: { decision: "allow" } }],
    [{ action: "decline" }],
    [{ action: "cancel" }],
    [{ approved: true }],
  ])("decides nothing with %j", async (answer) => {
    const client = await open(async () => answer);
    const refused = call(client, "fs_write").catch((error: unknown) => error);
    const { approval_id } = await pending();
    await until(() => asked.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(bench.calls()).toEqual([]);
    expect(await pending()).toMatchObject({ approval_id, state: "pending" });
    await bench.approver.approvals.deny({ id: approval_id, reason: "no", stop_agent: false, by: "human" });
    expect(await refused).toMatchObject({ code: -32951, data: { reason: "no" } });
    expect(bench.calls()).toEqual([]);
  });

  it.each([
    ["that declared nothing", ON, {}],
    ["that declared forms alone", ON, { elicitation: {} }],
    ["where nothing is configured", OFF, URL_MODE],
    ["where it is switched off", { ...ON, elicitation: { url: false } }, URL_MODE],
    ["where there is no page", { ...ON, approvalPage: () => undefined }, URL_MODE],
  ])("is not asked %s", async (_, given, capabilities) => {
    const client = await open(accepts, given, capabilities);
    const written = call(client, "fs_write");
    await approve((await pending()).approval_id);
    await written;
    expect(asked).toEqual([]);
    expect(client.told).toEqual([]);
    expect(await failures()).toEqual([]);
  });

  it("is not asked of a call that the policy allows, and a child's own question still reaches it as it is", async () => {
    const client = await open(accepts);
    bench.verdict = "allow";
    await call(client, "fs_write");
    expect(asked).toEqual([]);
    await call(client, "fs_elicit");
    expect(asked).toMatchObject([{ method: "elicitation/create", params: { message: "name?" } }]);
    expect(client.told).toEqual([]);
  });

  it("has an open question cancelled when it is over, and is not told that it is complete", async () => {
    const client = await open(answersNothing);
    const written = call(client, "fs_write");
    const { approval_id } = await pending();
    await until(() => asked.length === 1);
    expect(asked[0]?.signal.aborted).toBe(false);
    await approve(approval_id);
    await written;
    await until(() => asked[0]?.signal.aborted);
    expect(client.told).toEqual([]);
    expect(await failures()).toEqual([]);
  });

  it("has it cancelled too where its caller leaves", async () => {
    const client = await open(answersNothing);
    const leaving = new AbortController();
    const sent = client.request("tools/call", { name: "fs_write", arguments: {} }, { signal: leaving.signal });
    await until(() => asked.length === 1);
    leaving.abort();
    await expect(sent).rejects.toThrow();
    await until(() => asked[0]?.signal.aborted);
    await until(async () => (await pending()).state === "orphaned");
    expect(await failures()).toEqual([]);
  });

  it("is asked again by a repeat, which waits on the same question", async () => {
    const settle = { clients: new Map([["client-under-test", 0.1]]) };
    const client = await open(accepts, { ...ON, settle });
    await call(client, "fs_write");
    const { approval_id } = await pending();
    await until(() => client.told.length === 1);
    await call(client, "fs_write");
    expect((await pending()).approval_id).toBe(approval_id);
    expect(asked).toHaveLength(2);
    expect(new Set(asked.map(({ params }) => params.elicitationId)).size).toBe(2);
  });

  it("is asked once by a call, however often that asks", async () => {
    const client = await open(accepts);
    const calls = [call(client, "fs_write"), call(client, "fs_write")];
    await until(() => asked.length === 2);
    const first = (await pending()).approval_id;
    await approve(first);
    const second = await until(async () => {
      const records = await bench.reader.approvals.pending({});
      return records.find(({ approval_id }) => approval_id !== first);
    });
    await approve(second.approval_id);
    await Promise.all(calls);
    expect(asked).toHaveLength(2);
    expect(bench.calls()).toEqual(["write", "write"]);
  });

  it("fails visibly where it answers an error, and the call still waits", async () => {
    const client = await open(async () => {
      throw new WireError(-32602, "no windows\u202e here");
    });
    const written = call(client, "fs_write");
    const { approval_id } = await pending();
    const message = "its client answered -32602: no windows⟦U+202E⟧ here";
    await until(async () => (await failures()).length === 1);
    expect((await failures())[0]).toMatchObject({
      status: "failed",
      subject: approval_id,
      server: "fs",
      tool: "write",
      error: { code: "elicitation", message },
    });
    expect(bench.log).toEqual([`elicitation: approval ${approval_id} was not decided there: ${message}`]);
    await approve(approval_id);
    await written;
    expect(client.told).toEqual([]);
  });

  it("fails visibly where its answer is none, and where it does not answer while the call waits", async () => {
    const settle = { clients: new Map([["client-under-test", 0.3]]) };
    const answers: Answer[] = [async () => ({ action: "yes" }), answersNothing];
    const client = await open((params, signal) => (answers.shift() ?? accepts)(params, signal), { ...ON, settle });
    await Promise.all([call(client, "fs_write", { a: 1 }), call(client, "fs_write", { a: 2 })]);
    await until(async () => (await failures()).length === 2);
    expect(new Set((await failures()).map(({ error }) => error?.message))).toEqual(
      new Set([
        "its client's answer is none of accept, decline and cancel",
        "no answer from its client while the call waited",
      ]),
    );
  });

  it("has no more than 16 questions open; the next call waits without", async () => {
    const client = await open(answersNothing);
    const calls = Array.from({ length: 17 }, (_, index) => call(client, "fs_write", { index }).catch(() => "over"));
    await waiting(17);
    await until(async () => (await failures()).length === 1);
    expect(asked).toHaveLength(16);
    expect((await failures())[0]?.error?.message).toBe("16 questions are open at its client");
    const records = await bench.reader.approvals.pending({});
    await Promise.all(records.map(({ approval_id }) => approve(approval_id)));
    await Promise.all(calls);
    const more = call(client, "fs_write", { index: "one more" });
    await until(() => asked.length === 17);
    await approve((await pending()).approval_id);
    await more;
  });
});

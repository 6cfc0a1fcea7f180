import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "@sallyport/contract/faults";
import type { JsonObject } from "@sallyport/contract/json";
import { afterEach, describe, expect, it } from "vitest";
import { type Client, call, openBench, until } from "../fixtures/gate-bench.ts";
import type { FormDesk } from "./elicitation-config.ts";

const FORMS = { elicitation: { form: {}, url: {} } };
const ALLOW = { action: "accept", content: { decision: "allow once", comment: "as we said" } };

let bench: Awaited<ReturnType<typeof openBench>>;
let asked: { params: JsonObject; signal: AbortSignal }[];
let said: Parameters<FormDesk>[];
afterEach(() => bench.close());

interface Given {
  name?: string;
  capabilities?: JsonObject;
  url?: boolean;
  decide?: FormDesk;
  soonestAnswerMs?: number;
  /** What it waits for before it answers. */
  reading?: Promise<void>;
}

/** A client called `Trusted Host` that answers every question with `answer`. */
async function open(answer: JsonObject, given: Given = {}) {
  asked = [];
  said = [];
  const decide: FormDesk = async (...words) => {
    said.push(words);
    const [id, { decision, comment = "" }, client] = words;
    const by = `elicitation:${client}`;
    if (given.decide) await given.decide(...words);
    else if (decision === "allow") await bench.approver.approvals.approve({ id, by, comment });
    else await bench.approver.approvals.deny({ id, by, reason: comment, stop_agent: false });
  };
  bench = await openBench({
    elicitation: { url: given.url ?? false, form: { clients: ["trusted-host"], decide } },
    limits: { soonestAnswerMs: given.soonestAnswerMs ?? 0 },
    approvalPage: (id) => `http://127.0.0.1:7410/#/approvals/${id}`,
  });
  void bench.compositor.mountServer("fs", bench.spec());
  bench.verdict = "ask";
  return bench.connect({
    info: { name: given.name ?? "Trusted Host", version: "1" },
    capabilities: given.capabilities ?? FORMS,
    onRequest: async (_, params, { signal }) => {
      asked.push({ params, signal });
      await given.reading;
      return answer;
    },
  });
}
const pending = () => until(async () => (await bench.reader.approvals.pending({}))[0]);
const deny = (id: string) =>
  bench.approver.approvals.deny({ id, reason: "no", stop_agent: false, by: "human" }).catch(() => {});
const failures = async () =>
  (await bench.reader.timeline.list({ limit: 200 }))
    .filter(({ action }) => action === "channel-failed")
    .map(({ error }) => error?.message);

/** What came of a call that its client's answer left to a person, who says no. */
async function decided(client: Client, many: number) {
  const refused = call(client, "fs_write").catch((error: unknown) => error);
  const { approval_id } = await pending();
  await until(() => asked.length === 1);
  await sleep(100);
  expect(await pending()).toMatchObject({ approval_id, state: "pending" });
  await deny(approval_id);
  expect(await refused).toMatchObject({ code: -32951 });
  await until(async () => (await failures()).length === many);
  return { said, calls: bench.calls(), failed: await failures() };
}

describe("a form of a trusted client", () => {
  it("shows the question whole and decides it: the call runs once", async () => {
    const client = await open(ALLOW);
    await call(client, "fs_write", { path: "/a" });
    const approval_id = said[0]?.[0] ?? "";
    expect(asked[0]?.params).toMatchObject({ mode: "form", message: expect.stringContaining('"path": "/a"') });
    expect(said).toEqual([[approval_id, { decision: "allow", comment: "as we said" }, "trusted-host"]]);
    expect(await bench.reader.approvals.get(approval_id)).toMatchObject({ decided_by: "elicitation:trusted-host" });
    expect(bench.calls()).toEqual(["write"]);
    expect(client.told).toEqual([]);
    expect(await failures()).toEqual([]);
  });

  it("says no in the words of its comment", async () => {
    const client = await open({ action: "accept", content: { decision: "deny", comment: "not there" } });
    await expect(call(client, "fs_write")).rejects.toMatchObject({ code: -32951, data: { reason: "not there" } });
    expect(bench.calls()).toEqual([]);
  });

  it.each([
    [{ action: "decline", content: { decision: "allow once" } }, []],
    [{ action: "cancel" }, []],
    [{ action: "accept" }, ["its client's answer does not fit the form"]],
    [{ action: "accept", content: { decision: "yes" } }, ["its client's answer does not fit the form"]],
    [{ ...ALLOW, action: "ok" }, ["its client's answer is none of accept, decline and cancel"]],
  ])("decides nothing where the client answers %j", async (answer, failed) => {
    expect(await decided(await open(answer), failed.length)).toEqual({ said: [], calls: [], failed });
  });

  it("decides nothing where it comes back sooner than a person can answer it", async () => {
    const failed = ["its client answered the form within 60000 ms, as no person does"];
    expect(await decided(await open(ALLOW, { soonestAnswerMs: 60_000 }), 1)).toEqual({ said: [], calls: [], failed });
  });

  it.each([
    ["a client of another name", { name: "trusted" }],
    ["a client that goes on from the name without a hyphen", { name: "trusted-hostile" }],
    ["a client that declared no forms", { capabilities: { elicitation: { url: {} } } }],
    ["a client that declared nothing", { capabilities: {} }],
  ])("is not put to %s", async (_, given) => {
    const client = await open(ALLOW, given);
    const refused = call(client, "fs_write").catch((error: unknown) => error);
    await deny((await pending()).approval_id);
    await refused;
    expect(asked).toEqual([]);
  });

  it("gives way to the page where it could not show everything", async () => {
    const client = await open(ALLOW, { url: true });
    const refused = call(client, "fs_write", { text: "x".repeat(2_000) }).catch((error: unknown) => error);
    const { approval_id } = await pending();
    await until(() => asked.length === 1);
    expect(asked[0]?.params).toMatchObject({ mode: "url" });
    await deny(approval_id);
    await refused;
    expect([said, bench.calls()]).toEqual([[], []]);
  });

  it("is cancelled where a person was quicker, and what is answered late is nothing", async () => {
    const { promise: reading, resolve: answer } = Promise.withResolvers<void>();
    const client = await open(ALLOW, { reading });
    const refused = call(client, "fs_write").catch((error: unknown) => error);
    const { approval_id } = await pending();
    await until(() => asked.length === 1);
    await deny(approval_id);
    expect(await refused).toMatchObject({ code: -32951 });
    await until(() => asked[0]?.signal.aborted);
    answer();
    await sleep(100);
    expect([said, bench.calls(), await failures()]).toEqual([[], [], []]);
  });

  it("loses a race silently, and fails visibly where its answer cannot be written", async () => {
    const faults = [new Fault("already_decided", "somebody was quicker"), new Error("the disk is full")];
    const client = await open(ALLOW, {
      decide: async () => {
        throw faults.shift();
      },
    });
    const calls = [1, 2].map((index) => call(client, "fs_write", { index }).catch(() => "refused"));
    await until(() => said.length === 2);
    await until(async () => (await failures()).length === 1);
    expect(await failures()).toEqual(["the disk is full"]);
    for (const { approval_id } of await bench.reader.approvals.pending({})) await deny(approval_id);
    expect(await Promise.all(calls)).toEqual(["refused", "refused"]);
    expect(bench.calls()).toEqual([]);
  });
});

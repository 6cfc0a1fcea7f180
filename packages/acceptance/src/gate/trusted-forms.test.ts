import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { type ElicitRequest, ElicitRequestSchema, type ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it } from "vitest";
import { GATEWAY } from "../harness/bins.ts";
import { eventually } from "../harness/eventually.ts";
import { byTool } from "../harness/policies.ts";
import type { Params } from "../harness/raw-client.ts";
import { createTestBed, type TestBed } from "../harness/test-bed.ts";

const ASK = byTool({ act: "ask" });
const FORMS = { elicitation: { form: { applyDefaults: true } } };
const TRUSTING = { sallyport: { channels: { elicitation: { form: ["trusted-host"] } } } };
/** Longer than a person is given at the least. */
const READING_MS = 700;

/** The SDK's own client as a host called `name`, whose user answers each form with `answer`. */
async function host(bed: TestBed, name: string, answer: ElicitResult) {
  const config = bed.write("trusting.json", JSON.stringify({ mcpServers: { evil: bed.evil() }, ...TRUSTING }));
  const client = new Client({ name, version: "1.0.0" }, { capabilities: FORMS });
  const asked: ElicitRequest["params"][] = [];
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
    asked.push(params);
    await sleep(READING_MS);
    return answer;
  });
  const args = [GATEWAY, "serve", "--config", config];
  const env = bed.environment("default");
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env, cwd: bed.folder, stderr: "ignore" }),
  );
  return Object.assign(client, { asked, [Symbol.asyncDispose]: () => client.close() });
}

describe.concurrent("a form of a trusted client", () => {
  it("G25 shows every argument, and its yes runs the call once", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(ASK);
    const content = { decision: "allow once", comment: "go on" };
    await using client = await host(bed, "Trusted-Host", { action: "accept", content });
    const call = { name: "evil_act", arguments: { path: "/a", note: "one\u202etwo" } };
    expect((await client.callTool(call)).content).toEqual([{ type: "text", text: "act ran (1)" }]);
    expect(bed.ran("act")).toBe(1);
    expect(client.asked).toMatchObject([{ mode: "form", requestedSchema: { required: ["decision"] } }]);
    const { message } = client.asked[0] ?? { message: "" };
    expect(message).toContain('"path": "/a"');
    expect(message).toContain('"note": "one⟦U+202E⟧two"');
    expect(message).toContain("the policy says: because the test says ask");
    const by = "elicitation:trusted-host";
    const approved = (await bed.json(["timeline"])).find(({ action }: Params) => action === "approval-approved");
    expect(approved).toMatchObject({ by });
    expect(await bed.approval(approved.subject)).toMatchObject({ state: "done", decided_by: by, comment: "go on" });
  });

  it("G25 says no in the person's words", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(ASK);
    await using client = await host(bed, "trusted-host", {
      action: "accept",
      content: { decision: "deny", comment: "not on a Friday" },
    });
    await expect(client.callTool({ name: "evil_act", arguments: {} })).rejects.toMatchObject({
      code: -32951,
      data: { reason: "not on a Friday" },
    });
    expect(bed.effects()).toEqual([]);
  });

  it("G25 decides nothing with anything else, and too long a call is put in no form", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(ASK);
    const answers: unknown[] = [
      { action: "accept", content: { decision: "allow" } },
      { action: "accept", content: { decision: "deny ", comment: 1 } },
      { action: "decline", content: { decision: "allow once" } },
      { action: "cancel" },
    ];
    let asked = 0;
    const client = await bed.serve(
      { evil: bed.evil() },
      {
        config: TRUSTING,
        capabilities: FORMS,
        clientInfo: { name: "trusted-host", version: "1" },
        answers: {
          "elicitation/create": async () => {
            const answer = answers[asked++];
            await sleep(READING_MS);
            return answer;
          },
        },
      },
    );
    const calls = [1, 2, 3, 4].map((note) => client.call("evil_act", { note }));
    calls.push(client.call("evil_act", { note: "x".repeat(2_000) }));
    const records = await bed.waiting(5);
    const failed = async () =>
      (await bed.json(["timeline"])).filter(({ action }: Params) => action === "channel-failed").length === 2;
    await eventually("what does not fit is on the timeline", failed);
    expect(asked).toBe(4);
    expect((await bed.pending()).map(({ state }) => state)).toEqual(Array(5).fill("pending"));
    for (const { approval_id } of records) await bed.deny(approval_id);
    await Promise.all(calls);
    expect(bed.effects()).toEqual([]);
  });

  it("G25 is not what any other client is shown", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(ASK);
    const content = { decision: "allow once" };
    await using client = await host(bed, "another-host", { action: "accept", content });
    const refused = client.callTool({ name: "evil_act", arguments: {} }).catch(({ code }) => code);
    const [record] = await bed.waiting(1);
    await sleep(READING_MS + 300);
    expect((await bed.pending()).map(({ state }) => state)).toEqual(["pending"]);
    await bed.must(["approvals", "deny", record?.approval_id ?? ""]);
    expect(await refused).toBe(-32951);
    expect([client.asked, bed.effects()]).toEqual([[], []]);
  });
});

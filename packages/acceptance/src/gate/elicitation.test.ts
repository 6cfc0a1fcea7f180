import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { ElicitationCompleteNotificationSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { byTool } from "../harness/policies.ts";
import type { Params, RawClient } from "../harness/raw-client.ts";
import { createTestBed } from "../harness/test-bed.ts";
import { doorOf, enter, token, WITH_DOOR } from "../http/doors.ts";

const ASK = byTool({ act: "ask" });
const URL_MODE = { elicitation: { url: {} } };
const ON = { ...WITH_DOOR, config: { sallyport: { channels: { elicitation: { url: true } } } } };
const PAGE = /your page at (\S+)/;

const pageOf = (gateway: RawClient) => eventually("its page is there", () => PAGE.exec(gateway.stderr)?.[1]);

/** What a client is asked and told, and what it says to whatever it is asked. */
function listen(client: Client) {
  const heard: { asked: Params[]; told: unknown[] } = { asked: [], told: [] };
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
    heard.asked.push(params);
    return { action: "accept" };
  });
  client.setNotificationHandler(ElicitationCompleteNotificationSchema, ({ params }) => {
    heard.told.push(params);
  });
  return heard;
}

describe.concurrent("the client of a call that asks", () => {
  it("G24 is given the page over HTTP, and told when the question is over", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(ASK);
    const gateway = await bed.serve({ evil: bed.evil() }, ON);
    await eventually("its child is there", async () => (await gateway.toolNames()).includes("evil_act"));
    await using client = await enter(await doorOf(gateway), await token(bed, "agent"), URL_MODE);
    const { asked, told } = listen(client);
    const answered = client.callTool({ name: "evil_act", arguments: { secret: "of the call" } });
    const [record] = await bed.waiting(1);
    const id = record?.approval_id ?? "";
    const [question] = await eventually("it is asked", () => asked.length > 0 && asked);
    const url = new URL(`#/approvals/${id}`, await pageOf(gateway)).href;
    expect(question).toMatchObject({ mode: "url", url, message: expect.stringContaining("act on evil waits for you") });
    expect(JSON.stringify(question)).not.toContain("of the call");
    // A browser knows where names under `localhost` are; this process asks the machine.
    const page = await fetch(Object.assign(new URL(url), { hostname: "127.0.0.1" }));
    expect(page.headers.get("content-type")).toContain("text/html");
    expect((await bed.approval(id)).state).toBe("pending");
    expect(bed.effects()).toEqual([]);
    await bed.must(["approvals", "approve", id]);
    expect((await answered).content).toEqual([{ type: "text", text: "act ran (1)" }]);
    expect(told).toEqual([{ elicitationId: question?.elicitationId }]);
    expect(asked).toHaveLength(1);
    expect(bed.ran("act")).toBe(1);
  });

  it("G24 can accept whatever it likes: nothing runs without a person", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(ASK);
    const asked: Params[] = [];
    const accept = (params: Params) => {
      asked.push(params);
      return { action: "accept", content: { decision: "allow", approved: true, confirm: "yes" } };
    };
    const answers = { "elicitation/create": accept };
    const capabilities = { elicitation: { form: {}, url: {} } };
    const client = await bed.serve({ evil: bed.evil() }, { ...ON, capabilities, answers });
    await pageOf(client);
    const calls = [1, 2, 3].map((note) => client.call("evil_act", { note }));
    const records = await bed.waiting(3);
    await eventually("it accepted all of them", () => asked.length === 3);
    // A round trip: whatever its answers did is done.
    await client.request("tools/list");
    expect((await bed.pending()).map(({ state }) => state)).toEqual(["pending", "pending", "pending"]);
    for (const { approval_id } of records) await bed.must(["approvals", "deny", approval_id]);
    expect((await Promise.all(calls)).map(({ error }) => error?.code)).toEqual([-32951, -32951, -32951]);
    expect(bed.effects()).toEqual([]);
  });

  it("G24 that cannot show it says so on the timeline, and the call still waits", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(ASK);
    const answers = {
      "elicitation/create": () => {
        throw { code: -32603, message: "no browser here" };
      },
    };
    const client = await bed.serve({ evil: bed.evil() }, { ...ON, capabilities: URL_MODE, answers });
    await pageOf(client);
    const answered = client.call("evil_act", {});
    const [record] = await bed.waiting(1);
    const failed = await eventually("it is on the timeline", async () =>
      (await bed.json(["timeline"])).find(({ action }: Params) => action === "channel-failed"),
    );
    const message = "its client answered -32603: no browser here";
    expect(failed).toMatchObject({ subject: record?.approval_id, error: { code: "elicitation", message } });
    expect(client.stderr).toContain(message);
    await bed.must(["approvals", "approve", record?.approval_id ?? ""]);
    expect((await answered).result.content[0].text).toBe("act ran (1)");
  });

  it("G24 is asked nothing unless that is configured, nor where it did not declare it, nor of an allowed call", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(ASK);
    const [off, unable] = await Promise.all([
      bed.serve({ evil: bed.evil() }, { ...WITH_DOOR, capabilities: URL_MODE }),
      bed.serve({ evil: bed.evil() }, { ...ON, capabilities: { elicitation: {} } }),
    ]);
    await Promise.all([pageOf(off), pageOf(unable)]);
    await Promise.all([off.call("evil_params", {}), unable.call("evil_params", {})]);
    const calls = [off.call("evil_act", { of: "one" }), unable.call("evil_act", { of: "the other" })];
    for (const { approval_id } of await bed.waiting(2)) await bed.approve(approval_id);
    await Promise.all(calls);
    const questions = [off, unable].flatMap(({ messages }) =>
      messages.filter(({ method }) => method?.includes("elicitation")),
    );
    expect(questions).toEqual([]);
    expect(bed.ran("act")).toBe(2);
  });
});

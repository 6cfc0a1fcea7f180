import { setTimeout as sleep } from "node:timers/promises";
import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { describe, expect, it } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { byTool } from "../harness/policies.ts";
import type { Params, RawClient } from "../harness/raw-client.ts";
import { createTestBed, type TestBed } from "../harness/test-bed.ts";

const ASK = byTool({ act: "ask", wait: "ask" });
const CYCLES = Number(process.env.SALLYPORT_KILL_CYCLES ?? 25);

const kept = (records: ApprovalRecord[]) =>
  records
    .map(({ approval_id, arguments_digest, expires_at, created_at, definition_digest, policy }) => ({
      approval_id,
      arguments_digest,
      expires_at,
      created_at,
      definition_digest,
      policy,
    }))
    .toSorted((a, b) => a.approval_id.localeCompare(b.approval_id));

async function askMany(bed: TestBed, agent: string, count: number) {
  await bed.setPolicy(ASK, agent);
  const client = await bed.serve({ evil: bed.evil() }, { agent });
  for (let index = 0; index < count; index++) void client.call("evil_act", { agent, index });
  await bed.waiting(count, agent);
  return client;
}

/** A store that is busy for too long fails a call closed; its caller repeats it. */
async function callUntilDecided(client: RawClient, args: Params): Promise<void> {
  const { error } = await client.call("evil_act", args);
  if (error?.code === -32953) await callUntilDecided(client, args);
}

describe.concurrent("kill -9 of the gateway", () => {
  it("D01 every pending approval is there again, and a repeat attaches to it", async () => {
    await using bed = createTestBed();
    const first = await askMany(bed, "default", 20);
    const before = await bed.pending();
    await first.kill();
    const second = await bed.serve({ evil: bed.evil() });
    await second.toolNames();
    expect(kept(await bed.pending())).toEqual(kept(before));
    const answered = second.call("evil_act", { index: 3, agent: "default" });
    const record = before.find(({ arguments: args }) => args.index === 3);
    await eventually(
      "the repeat attached",
      async () => (await bed.approval(record?.approval_id ?? "")).state === "pending",
    );
    expect(await bed.pending()).toHaveLength(20);
    await bed.must(["approvals", "approve", record?.approval_id ?? ""]);
    expect((await answered).result.content[0].text).toBe("act ran (1)");
    expect(bed.ran("act")).toBe(1);
  });

  it("N36 500 pending approvals of ten agents are there again, unchanged", { timeout: 300_000 }, async () => {
    await using bed = createTestBed();
    const agents = Array.from({ length: 10 }, (_, index) => `agent-${index}`);
    const clients: RawClient[] = [];
    for (const agent of agents) clients.push(await askMany(bed, agent, 50));
    const before = await bed.pending();
    expect(before).toHaveLength(500);
    await Promise.all(clients.map((client) => client.kill()));
    const again = await bed.serve({ evil: bed.evil() }, { agent: "agent-3" });
    await again.toolNames();
    expect(kept(await bed.pending())).toEqual(kept(before));
    expect(await bed.json(["approvals", "list"], "agent-3")).toHaveLength(50);
    expect(bed.ran("act")).toBe(0);
  });

  it("N35 a claimed call is unknown after the restart and never runs again", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(ASK);
    const first = await bed.serve({ evil: bed.evil() });
    void first.call("evil_wait", { ms: 60_000 });
    const [record] = await bed.waiting(1);
    const id = record?.approval_id ?? "";
    await bed.must(["approvals", "approve", id]);
    await eventually("it was dispatched", () => bed.ran("wait") === 1);
    await first.kill();
    const second = await bed.serve({ evil: bed.evil() });
    await eventually("it is unknown", async () => (await bed.approval(id)).state === "unknown");
    void second.call("evil_wait", { ms: 60_000 });
    const [again] = await bed.waiting(1);
    expect(again?.approval_id).not.toBe(id);
    expect(bed.ran("wait")).toBe(1);
    expect((await bed.approval(id)).state).toBe("unknown");
  });

  it("D02 at random points no approved call runs twice, and none is lost", {
    timeout: 120_000 + CYCLES * 20_000,
  }, async () => {
    await using bed = createTestBed();
    await bed.setPolicy(ASK);
    const approved: string[] = [];
    for (let cycle = 0; cycle < CYCLES; cycle++) {
      const client = await bed.serve({ evil: bed.evil() });
      const mine = [0, 1].map((index) => ({ cycle, index }));
      for (const args of mine) void client.call("evil_act", args);
      const asked = await eventually("both ask", async () => {
        const own = (await bed.pending()).filter(({ arguments: args }) => args.cycle === cycle);
        return own.length === 2 && own;
      });
      const records = asked.map(({ approval_id }) => approval_id);
      const decisions = records.map((id) => bed.approve(id));
      await sleep(Math.random() * 60);
      await client.kill();
      await Promise.all(decisions);
      approved.push(...records);
      const repeat = await bed.serve({ evil: bed.evil() });
      for (const args of mine) void callUntilDecided(repeat, args);
      const settled = async () => {
        const ends = await Promise.all(records.map((id) => bed.approval(id)));
        return ends.every(({ state }) => ["done", "unknown"].includes(state)) || ends.map(({ state }) => state);
      };
      await eventually(`cycle ${cycle} is settled`, async () => (await settled()) === true).catch(async (error) => {
        throw new Error(`${error.message}: ${await settled()}`);
      });
      await repeat.close();
      // Repeats of what was done already asked anew: nobody answers those.
      for (const { approval_id } of await bed.pending()) await bed.deny(approval_id);
    }
    const times = new Map<string, number>();
    for (const { arguments: args } of bed.effects())
      times.set(JSON.stringify(args), (times.get(JSON.stringify(args)) ?? 0) + 1);
    expect([...times].filter(([, count]) => count > 1)).toEqual([]);
    expect(approved).toHaveLength(2 * CYCLES);
  });
});

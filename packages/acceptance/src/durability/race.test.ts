import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { byTool } from "../harness/policies.ts";
import { createTestBed, type TestBed } from "../harness/test-bed.ts";

const CLAIMER = join(import.meta.dirname, "claimer.ts");

/** An approved call whose caller is gone: anybody's to claim, once. */
async function approvedCall(bed: TestBed): Promise<string> {
  await bed.setPolicy(byTool({ act: "ask" }));
  const client = await bed.serve({ evil: bed.evil() });
  void client.call("evil_act", { n: 1 });
  const [record] = await bed.waiting(1);
  await client.close();
  await bed.must(["approvals", "approve", record?.approval_id ?? ""]);
  return record?.approval_id ?? "";
}

async function race(bed: TestBed, approvalId: string, racers: number, how: string): Promise<number> {
  const processes = Array.from({ length: racers }, () =>
    spawn(process.execPath, ["--conditions=@sallyport/source", CLAIMER, bed.store, approvalId, bed.folder, how], {
      stdio: ["ignore", "ignore", "inherit"],
      env: bed.environment("default"),
    }),
  );
  const ended = Promise.all(processes.map(async (racer) => (await once(racer, "exit"))[0]));
  await eventually("every racer stands at the start", () => lines(bed, "ready") === racers, 90_000);
  bed.write("start", "");
  expect(await ended).toEqual(Array.from({ length: racers }, () => 0));
  return lines(bed, "wins");
}

function lines(bed: TestBed, name: string): number {
  const path = join(bed.folder, name);
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").filter(Boolean).length : 0;
}

describe("a race for one approval", () => {
  it("D03 of 32 processes one wins", async () => {
    await using bed = createTestBed();
    expect(await race(bed, await approvedCall(bed), 32, "claim")).toBe(1);
  });

  it("D03 control: claims that read, then write, have several winners", async () => {
    await using bed = createTestBed();
    expect(await race(bed, await approvedCall(bed), 12, "read-then-write")).toBeGreaterThan(1);
  });

  it("D03 of six gateways with the identical call one runs it", async () => {
    await using bed = createTestBed();
    await approvedCall(bed);
    const clients = await Promise.all(Array.from({ length: 6 }, () => bed.serve({ evil: bed.evil() })));
    await Promise.all(clients.map((client) => client.toolNames()));
    const answers = clients.map((client) => client.call("evil_act", { n: 1 }));
    const first = await Promise.race(answers);
    expect(first.result.content[0].text).toBe("act ran (1)");
    await Promise.all(clients.map((client) => client.request("ping")));
    expect(bed.ran("act")).toBe(1);
  });
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { request } from "../conformance/examples.ts";
import { start } from "../conformance/processes/start.ts";
import type { Change } from "../facets/change-feed.ts";
import { openStore } from "../open-store.ts";

const PATIENCE = { timeout: 60_000, interval: 20 };

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sallyport-store-"));
  path = join(folder, "store.db");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** How many processes won the claim of one approved ask. */
async function race(how: "claim" | "careless", processes: number): Promise<number> {
  const gate = await openStore(`sqlite:${path}`, "gate");
  const approver = await openStore(`sqlite:${path}`, "approver");
  const asked = await gate.approvals.ask(request());
  const id = "record" in asked ? asked.record.approval_id : "";
  await approver.approvals.approve({ id, by: "ann" });
  await Promise.all([gate.close(), approver.close()]);
  const racers = Array.from({ length: processes }, () => start("claim-once", path, id, how));
  await vi.waitFor(() => expect(racers.every(({ lines }) => lines().length === 1)).toBe(true), PATIENCE);
  for (const { child } of racers) child.stdin.write("go");
  await Promise.all(racers.map(({ exited }) => exited));
  const ends = racers.map(({ lines }) => lines()[1]);
  expect(ends.filter((end) => end === "won" || end === "lost")).toHaveLength(processes);
  return ends.filter((end) => end === "won").length;
}

describe("processes on one store", () => {
  it("32 processes racing for one approval: one claims it", { timeout: 120_000 }, async () => {
    expect(await race("claim", 32)).toBe(1);
  });

  it("control: a claim that reads and then writes is won more than once", { timeout: 120_000 }, async () => {
    expect(await race("careless", 8)).toBeGreaterThan(1);
  });

  it("N63 what was acknowledged before a kill -9 is there, and the chain of two writers holds", {
    timeout: 120_000,
  }, async () => {
    const writers = [start("write-until-killed", path), start("write-until-killed", path)];
    await vi.waitFor(() => expect(writers.every(({ lines }) => lines().length > 200)).toBe(true), PATIENCE);
    for (const { child } of writers) child.kill("SIGKILL");
    await Promise.all(writers.map(({ exited }) => exited));
    const reader = await openStore(`sqlite:${path}`, "reader");
    const recorded = new Set((await reader.timeline.list({ limit: 1_000_000 })).map(({ call_id }) => call_id));
    expect(writers.flatMap(({ lines }) => lines()).filter((id) => !recorded.has(id))).toEqual([]);
    expect(await reader.timeline.verify()).toMatchObject({ ok: true, events: recorded.size });
    await reader.close();
  });

  it("changes of another process are told once and in order", { timeout: 60_000 }, async () => {
    const reader = await openStore(`sqlite:${path}`, "reader");
    const told: Change[] = [];
    reader.changes.watch((change) => told.push(change));
    await start("activate", path, "30").exited;
    const wanted = Array.from({ length: 30 }, (_, n) => `${n + 1}`);
    await vi.waitFor(() => expect(told.map(({ key }) => key)).toEqual(wanted), PATIENCE);
    await reader.close();
  });
});

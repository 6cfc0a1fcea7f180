import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { request } from "../conformance/examples.ts";
import { PATIENCE, type Running, race, start } from "../conformance/processes/start.ts";
import type { Change } from "../facets/change-feed.ts";
import { openStore } from "../open-store.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sallyport-store-"));
  path = join(folder, "store.db");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** How many processes won the claim of one approved ask. */
async function claims(how: "claim" | "careless", processes: number): Promise<number> {
  const gate = await openStore(`sqlite:${path}`, "gate");
  const approver = await openStore(`sqlite:${path}`, "approver");
  const asked = await gate.approvals.ask(request());
  const id = "record" in asked ? asked.record.approval_id : "";
  await approver.approvals.approve({ id, by: "ann" });
  await Promise.all([gate.close(), approver.close()]);
  const ends = (await race(processes, "claim-once", path, id, how)).flat();
  expect(ends.filter((end) => end === "won" || end === "lost")).toHaveLength(processes);
  return ends.filter((end) => end === "won").length;
}

/** What eight readers of one face got of the messages posted, and where the mark was seen, by the places of messages. */
async function reads(how: "take" | "careless"): Promise<{ posted: string[]; got: string[]; marks: number[] }> {
  const chat = await openStore(`sqlite:${path}`, "chat");
  const posted: string[] = [];
  for (let n = 0; n < 120; n += 1) {
    const { id } = await chat.chat.post({ agent: "a", author: "human", mime: "text/plain", content: `${n}` });
    posted.push(id);
  }
  const marks: number[] = [];
  chat.changes.watch(async () => {
    marks.push(posted.indexOf((await chat.chat.lastRead({ agent: "a", reader: "assistant" })) ?? ""));
  });
  const got = (await race(8, "take-messages", path, how)).flat();
  await vi.waitFor(async () => {
    expect(await chat.chat.lastRead({ agent: "a", reader: "assistant" })).toBe(posted.at(-1));
  }, PATIENCE);
  await chat.close();
  return { posted, got, marks };
}

describe("processes on one store", () => {
  it("8 processes reading one face of a chat: each message is read once, and the mark never goes back", {
    timeout: 240_000,
  }, async () => {
    const { posted, got, marks } = await reads("take");
    expect(got.toSorted()).toEqual(posted.toSorted());
    expect(marks).toEqual(marks.toSorted((one, other) => one - other));
  });

  it("control: readers that read and then write get messages twice", { timeout: 240_000 }, async () => {
    const { posted, got } = await reads("careless");
    expect(got.length).toBeGreaterThan(posted.length);
  });

  it("8 processes that make a store together and write without a pause: no write fails, and each is there once", {
    timeout: 240_000,
  }, async () => {
    const written = (await race(8, "write-many", path, "300")).flat();
    expect(written.filter((line) => line.startsWith("failed"))).toEqual([]);
    const { chat, close } = await openStore(`sqlite:${path}`, "chat");
    const all = { agent: "a", reader: "assistant", limit: 10_000, max_bytes: 10_000_000 } as const;
    const { messages } = await chat.takePending(all);
    expect(messages.map(({ id }) => id).toSorted()).toEqual(written.toSorted());
    expect(messages).toHaveLength(8 * 300);
    await close();
  });

  it("32 processes racing for one approval: one claims it", { timeout: 240_000 }, async () => {
    expect(await claims("claim", 32)).toBe(1);
  });

  it("control: a claim that reads and then writes is won more than once", { timeout: 240_000 }, async () => {
    expect(await claims("careless", 8)).toBeGreaterThan(1);
  });

  it("N63 what was acknowledged before a kill -9 is there, and the chain of two writers holds", {
    timeout: 240_000,
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

  it("N34 no call of two busy processes is decided to run after the stop of their agent", {
    timeout: 240_000,
  }, async () => {
    const writers = [start("write-until-killed", path), start("write-until-killed", path)];
    const haveSaid = (many: number) =>
      vi.waitFor(() => expect(writers.every(({ lines }) => lines().length > many)).toBe(true), PATIENCE);
    await haveSaid(200);
    const { agents, close } = await openStore(`sqlite:${path}`, "agents");
    await agents.abort({ agent: "a", reason: "enough", by: "ann" });
    await haveSaid(Math.max(...writers.map(({ lines }) => lines().length)) + 200);
    for (const { child } of writers) child.kill("SIGKILL");
    await Promise.all([close(), ...writers.map(({ exited }) => exited)]);
    const reader = await openStore(`sqlite:${path}`, "reader");
    const [stop] = (await reader.timeline.list({ limit: 1_000_000 })).filter(
      ({ action }) => action === "agent-aborted",
    );
    expect(stop?.seq).toBeGreaterThan(400);
    expect(await reader.timeline.list({ after: stop?.seq ?? 0, limit: 10 })).toEqual([]);
    await reader.close();
  });

  it("the mounts of a gateway stay when a later one of the same agent ends", { timeout: 240_000 }, async () => {
    const meta = await openStore(`sqlite:${path}`, "meta");
    const names = async () => (await meta.mounts.list({ agent: "a" })).map(({ name }) => name);
    const [first, second] = [start("keep-mounts", path, "files"), start("keep-mounts", path, "files", "github")];
    const isUp = ({ lines }: Running) => lines().includes("mounted");
    await vi.waitFor(() => expect([isUp(first), isUp(second)]).toEqual([true, true]), PATIENCE);
    expect(await names()).toEqual(["files", "github"]);
    second.child.stdin.end();
    await second.exited;
    expect(await names()).toEqual(["files"]);
    first.child.kill("SIGKILL");
    await first.exited;
    expect(await names()).toEqual([]);
    await meta.close();
  });

  it("changes of another process are told once and in order", { timeout: 240_000 }, async () => {
    const reader = await openStore(`sqlite:${path}`, "reader");
    const told: Change[] = [];
    reader.changes.watch((change) => told.push(change));
    await start("activate", path, "30").exited;
    const wanted = Array.from({ length: 30 }, (_, n) => `${n + 1}`);
    await vi.waitFor(() => expect(told.map(({ key }) => key)).toEqual(wanted), PATIENCE);
    await reader.close();
  });
});

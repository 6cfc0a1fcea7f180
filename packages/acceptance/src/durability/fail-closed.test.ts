import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { byTool } from "../harness/policies.ts";
import { processesWith } from "../harness/processes.ts";
import type { RawClient } from "../harness/raw-client.ts";
import { createTestBed, type TestBed } from "../harness/test-bed.ts";

const ALLOW_AND_ASK = byTool({ act: "allow", wait: "ask" });
const FAILED = [-32953, -32953];

/** Tries an allowed call and one that asks; answers their error codes. */
async function codesOf(client: RawClient): Promise<(number | undefined)[]> {
  const answers = await Promise.all([client.call("evil_act", {}), client.call("evil_wait", { ms: 1 })]);
  return answers.map(({ error }) => error?.code);
}

async function ready(bed: TestBed): Promise<RawClient> {
  await bed.setPolicy(ALLOW_AND_ASK);
  const client = await bed.serve({ evil: bed.evil() });
  await client.toolNames();
  return client;
}

const database = (bed: TestBed) => new DatabaseSync(join(bed.folder, "store.db"), { timeout: 1_000 });

describe.concurrent("fail closed", () => {
  it("D05 no policy: -32953 and nothing runs", async () => {
    await using bed = createTestBed();
    const client = await ready(bed);
    const store = database(bed);
    store.exec("DELETE FROM policies");
    store.close();
    expect(await codesOf(client)).toEqual(FAILED);
    expect(bed.effects()).toEqual([]);
  });

  it("D05 a corrupt policy row: -32953 and nothing runs, before and after a restart", async () => {
    await using bed = createTestBed();
    const client = await ready(bed);
    const store = database(bed);
    store.exec("UPDATE policies SET source = 'export default ((('");
    store.close();
    await client.close();
    const again = await bed.serve({ evil: bed.evil() });
    await again.toolNames();
    expect(await codesOf(again)).toEqual(FAILED);
    expect(bed.effects()).toEqual([]);
  });

  it("D05 a locked store: -32953 and nothing runs, then it recovers", async () => {
    await using bed = createTestBed();
    const client = await ready(bed);
    const store = database(bed);
    store.exec("BEGIN IMMEDIATE");
    expect(await codesOf(client)).toEqual(FAILED);
    expect(bed.effects()).toEqual([]);
    store.exec("ROLLBACK");
    store.close();
    expect((await client.call("evil_act", {})).error).toBeUndefined();
  });

  it("N63 a decision that cannot be written is not dispatched", async () => {
    await using bed = createTestBed();
    const client = await ready(bed);
    const store = database(bed);
    store.exec("CREATE TRIGGER broken BEFORE INSERT ON timeline BEGIN SELECT RAISE(ABORT, 'the disk said no'); END");
    expect(await codesOf(client)).toEqual(FAILED);
    expect(bed.effects()).toEqual([]);
    store.exec("DROP TRIGGER broken");
    store.close();
    expect((await client.call("evil_act", {})).error).toBeUndefined();
    expect(bed.ran("act")).toBe(1);
  });

  it("D05 a store that stops being a database: -32953 and nothing runs", async () => {
    await using bed = createTestBed();
    const client = await ready(bed);
    const path = join(bed.folder, "store.db");
    const size = statSync(path).size;
    truncateSync(path, 0);
    writeFileSync(path, "x".repeat(size));
    rmSync(`${path}-wal`, { force: true });
    const { error } = await client.call("evil_act", {});
    expect(error?.code).toBe(-32953);
    expect(bed.effects()).toEqual([]);
  });

  it("D05 the evaluator killed under a call: -32953 or decided anew, and the next call is right", async () => {
    await using bed = createTestBed();
    const client = await ready(bed);
    const gateway = client.process.pid;
    const evaluators = () =>
      processesWith("").filter(({ parent, command }) => parent === gateway && !command.includes(bed.marker));
    await client.call("evil_act", {});
    const before = evaluators();
    expect(before.length).toBeGreaterThan(0);
    for (const { pid } of before) process.kill(pid, "SIGKILL");
    await client.call("evil_act", {});
    await eventually("the next is decided", async () => (await client.call("evil_act", {})).error === undefined);
  });

  it("N61 a full disk fails calls closed, and they work again when it has room", async () => {
    await using bed = createTestBed();
    const small = join(bed.folder, "small");
    mkdirSync(small);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=3m", "tmpfs", small]);
    try {
      const env = { SALLYPORT_STORE: `sqlite:${join(small, "store.db")}` };
      const set = await bed.sallyport(["policy", "set", bed.write("allow.ts", ALLOW_AND_ASK)], "default", env);
      expect(set).toMatchObject({ code: 0 });
      const client = await bed.serve({ evil: bed.evil() }, { env });
      await client.toolNames();
      const ballast = join(small, "ballast");
      expect(() => writeFileSync(ballast, Buffer.alloc(4 * 1024 * 1024))).toThrow("ENOSPC");
      await eventually(
        "the log has no room left",
        async () => (await client.call("evil_act", { pad: "x".repeat(4_000) })).error?.code === -32953,
      );
      const executed = bed.ran("act");
      expect(await codesOf(client)).toEqual(FAILED);
      expect(bed.ran("act")).toBe(executed);
      expect((await client.request("tools/list")).error).toBeUndefined();
      rmSync(ballast);
      await eventually("it works again", async () => (await client.call("evil_act", {})).error === undefined);
      await client.close();
    } finally {
      execFileSync("umount", ["-l", small]);
    }
  });

  it("B09 a store that is no database: one clear error, exit 78", async () => {
    await using bed = createTestBed();
    bed.write("store.db", "this is a text file, and a long one, for a header is looked at first ".repeat(20));
    const run = await bed.sallyport(["approvals", "list"]);
    expect(run).toMatchObject({ code: 78, stdout: "" });
    expect(run.stderr.trim().split("\n")).toHaveLength(1);
    expect(run.stderr).toContain("store.db");
    const client = bed.launch({ evil: bed.evil() });
    expect((await client.exited).code).toBe(78);
    expect(client.stderr).toContain("store.db");
  });

  it("B09 a read-only store: one clear error, nothing is lost", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(ALLOW_AND_ASK);
    const versions = await bed.json(["policy", "history"]);
    const path = join(bed.folder, "store.db");
    execFileSync("mount", ["--bind", bed.folder, bed.folder]);
    execFileSync("mount", ["-o", "remount,ro,bind", bed.folder]);
    try {
      const run = await bed.sallyport(["modes", "set", "open"]);
      expect(run.code).toBe(78);
      expect(run.stderr).toContain(path);
      expect(run.stderr.trim().split("\n")).toHaveLength(1);
    } finally {
      execFileSync("umount", ["-l", bed.folder]);
    }
    chmodSync(path, 0o600);
    expect(await bed.json(["policy", "history"])).toEqual(versions);
  });

  it("B09 a locked store: one clear error that says so", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(ALLOW_AND_ASK);
    const store = database(bed);
    store.exec("BEGIN EXCLUSIVE");
    const run = await bed.sallyport(["modes", "set", "open"]);
    store.exec("ROLLBACK");
    store.close();
    expect(run.code).toBe(78);
    expect(run.stderr).toContain("locked");
    expect(run.stderr.trim().split("\n")).toHaveLength(1);
  });
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { decidedCall } from "../conformance/examples.ts";
import { openStore } from "../open-store.ts";
import { readingDatabase } from "./sqlite-database.ts";
import { StoreFile } from "./store-file.ts";

const PATIENT = { timeout: 60_000 };

let folder: string;
let path: string;
/** Another process's, for all the store knows: it lets go only if this thread is not held up. */
let holder: DatabaseSync;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sallyport-lock-"));
  path = join(folder, "store.db");
});
afterEach(() => {
  holder.close();
  rmSync(folder, { recursive: true });
});

/** Whether a promise was still open when the lock was let go. */
async function openUntil<T>(answer: Promise<T>, letGo: () => void): Promise<boolean> {
  let isOpen = true;
  const end = () => {
    isOpen = false;
  };
  answer.then(end, end);
  await sleep(200);
  const wasOpen = isOpen;
  letGo();
  return wasOpen;
}

describe("a lock of another process", () => {
  it("holds up a write, but neither the thread nor a read", PATIENT, async () => {
    const gate = await openStore(`sqlite:${path}`, "gate");
    holder = new DatabaseSync(path);
    holder.exec("begin immediate");
    const written = gate.ledger.recordDecision(decidedCall("c1"));
    expect(await gate.policies.active("a")).toBeNull();
    expect(await openUntil(written, () => holder.exec("rollback"))).toBe(true);
    expect(await written).toBe("recorded");
    await gate.close();
  });

  it("leaves the writes of one process in order", PATIENT, async () => {
    const chat = await openStore(`sqlite:${path}`, "chat");
    holder = new DatabaseSync(path);
    holder.exec("begin immediate");
    const post = (content: string) => chat.chat.post({ agent: "a", author: "human", mime: "text/plain", content });
    const posted = Promise.all(["1", "2", "3", "4", "5"].map(post));
    expect(await openUntil(posted, () => holder.exec("rollback"))).toBe(true);
    await posted;
    const taken = await chat.chat.takePending({ agent: "a", reader: "assistant", limit: 10, max_bytes: 1000 });
    expect(taken.messages.map(({ content }) => content)).toEqual(["1", "2", "3", "4", "5"]);
    await chat.close();
  });

  it("is waited for once by a whole queue, which fails together", PATIENT, async () => {
    const chat = await openStore(`sqlite:${path}`, "chat");
    holder = new DatabaseSync(path);
    holder.exec("begin immediate");
    const post = () => chat.chat.post({ agent: "a", author: "human", mime: "text/plain", content: "x" });
    const ends = await Promise.allSettled(Array.from({ length: 30 }, post));
    expect(new Set(ends.map((end) => end.status === "rejected" && end.reason.problem))).toEqual(new Set(["locked"]));
    await chat.close();
  });

  it("holds up opening, but not the thread", PATIENT, async () => {
    await (await openStore(`sqlite:${path}`, "gate")).close();
    holder = new DatabaseSync(path);
    holder.exec("begin immediate");
    const opened = openStore(`sqlite:${path}`, "gate");
    expect(await openUntil(opened, () => holder.exec("rollback"))).toBe(true);
    await (await opened).close();
  });

  it("holds up opening where nothing can be read and where the store is still to be made", PATIENT, async () => {
    holder = new DatabaseSync(path);
    holder.exec("begin exclusive");
    const opened = openStore(`sqlite:${path}`, "reader");
    expect(await openUntil(opened, () => holder.exec("rollback"))).toBe(true);
    expect(await (await opened).policies.active("a")).toBeNull();
    await (await opened).close();
  });

  it("holds up a read that it keeps from reading, but not the thread", PATIENT, async () => {
    holder = new DatabaseSync(path);
    holder.exec("create table policies (agent text); begin exclusive");
    const reader = new DatabaseSync(path, { readOnly: true, timeout: 20 });
    const { read } = readingDatabase(reader, new StoreFile(path));
    const rows = read((query) => query.selectFrom("policies").select("agent").execute());
    expect(await openUntil(rows, () => holder.exec("rollback"))).toBe(true);
    expect(await rows).toEqual([]);
    reader.close();
  });

  it("ends with the store that waits for it", PATIENT, async () => {
    const chat = await openStore(`sqlite:${path}`, "chat");
    holder = new DatabaseSync(path);
    holder.exec("begin immediate");
    const posted = chat.chat.post({ agent: "a", author: "human", mime: "text/plain", content: "x" });
    posted.catch(() => {});
    await sleep(100);
    await chat.close();
    await expect(posted).rejects.toMatchObject({ problem: "closed" });
  });
});

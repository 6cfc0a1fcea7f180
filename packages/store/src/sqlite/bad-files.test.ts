import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { decidedCall } from "../conformance/examples.ts";
import { openStore } from "../open-store.ts";
import { ROLE_STORES } from "../role-store.ts";
import type { StoreRole } from "../roles.ts";

const ROLES = Object.keys(ROLE_STORES) as readonly StoreRole[]; // the record's keys are the roles

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sallyport-store-"));
  path = join(folder, "deep", "store.db");
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = <Role extends StoreRole>(role: Role) => openStore(`sqlite:${path}`, role);

describe("openStore on a file that cannot be used", () => {
  it("makes folder and file for the owner alone", async () => {
    const gate = await open("gate");
    await gate.ledger.recordDecision(decidedCall("c1"));
    expect(statSync(join(folder, "deep")).mode & 0o777).toBe(0o700);
    expect(["", "-wal", "-shm"].map((end) => statSync(path + end).mode & 0o777)).toEqual([0o600, 0o600, 0o600]);
    await gate.close();
  });

  it("refuses a file that is no database, for every role, and leaves it as it was", async () => {
    mkdirSync(join(folder, "deep"));
    const text = "these are my notes, not a database\n".repeat(100);
    writeFileSync(path, text);
    for (const role of ROLES) {
      await expect(open(role)).rejects.toMatchObject({ code: "store_unavailable", problem: "not_a_store" });
    }
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  it("refuses another program's database and leaves it as it was", async () => {
    mkdirSync(join(folder, "deep"));
    const other = new DatabaseSync(path);
    other.exec("create table books (title text)");
    other.close();
    const before = readFileSync(path);
    await expect(open("gate")).rejects.toMatchObject({ problem: "not_a_store" });
    await expect(open("reader")).rejects.toMatchObject({ problem: "not_a_store" });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("refuses a store of a newer schema, for every role, and leaves it as it was", async () => {
    await (await open("gate")).close();
    const newer = new DatabaseSync(path);
    newer.exec("create table tomorrow (idea text); update schema_version set version = 99");
    newer.close();
    const before = readFileSync(path);
    for (const role of ROLES) {
      await expect(open(role)).rejects.toMatchObject({
        code: "store_unavailable",
        problem: "newer_schema",
        message: expect.stringMatching(
          /has schema 99, this version knows \d+; upgrade Sallyport, or name another file/,
        ),
      });
    }
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("N61 says that another process holds the store, and recovers when it lets go", { timeout: 60_000 }, async () => {
    const gate = await open("gate");
    const holder = new DatabaseSync(path);
    holder.exec("begin immediate");
    const outcomes = await Promise.allSettled([
      gate.ledger.recordDecision(decidedCall("c1")),
      gate.ledger.recordDecision(decidedCall("c2")),
    ]);
    expect(outcomes).toMatchObject([{ reason: { problem: "locked" } }, { reason: { problem: "locked" } }]);
    holder.exec("rollback");
    holder.close();
    expect(await gate.ledger.recordDecision(decidedCall("c1"))).toBe("recorded");
    await gate.close();
  });

  it("N61 a decision whose event cannot be written is not recorded, and later ones are", async () => {
    const gate = await open("gate");
    await gate.ledger.recordDecision(decidedCall("c1"));
    const limit = new DatabaseSync(path);
    limit.exec("create trigger refused before insert on timeline begin select raise(abort, 'refused'); end");
    await expect(gate.ledger.recordDecision(decidedCall("c2"))).rejects.toThrow();
    limit.exec("drop trigger refused");
    limit.close();
    expect(await gate.ledger.recordDecision(decidedCall("c2"))).toBe("recorded");
    await gate.close();
  });

  it("reader and meta never ask for the lock of a writer, and nothing works after close", async () => {
    await (await open("gate")).close();
    const holder = new DatabaseSync(path);
    holder.exec("begin immediate");
    const [reader, meta] = [await open("reader"), await open("meta")];
    expect([await reader.policies.active("a"), await meta.mounts.list({})]).toEqual([null, []]);
    await Promise.all([reader.close(), meta.close()]);
    await expect(reader.policies.active("a")).rejects.toMatchObject({ problem: "closed" });
    holder.close();
  });

  it.each(["postgres://localhost/x", "mysql:x", "sqlite:", "sqlite::memory:", "sqlite:/x.db?mode=ro"])(
    "N64 refuses the URL %s",
    async (url) => {
      await expect(openStore(url, "reader")).rejects.toMatchObject({ problem: "unsupported" });
    },
  );
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStore } from "../open-store.ts";
import type { OpenStore } from "../roles.ts";

const EVENTS = 5;

let folder: string;
let reader: OpenStore<"reader">;
let raw: DatabaseSync;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sallyport-store-"));
  const url = `sqlite:${join(folder, "store.db")}`;
  const gate = await openStore(url, "gate");
  for (let n = 1; n <= EVENTS; n += 1) {
    await gate.events.append({ agent: "a", phase: "mount", action: `event-${n}`, status: "ok", server: "größe" });
  }
  await gate.close();
  reader = await openStore(url, "reader");
  raw = new DatabaseSync(join(folder, "store.db"));
  raw.exec("pragma synchronous = off");
});

afterEach(async () => {
  await reader.close();
  raw.close();
  rmSync(folder, { recursive: true });
});

/** The first bad number after a change of the rows, which is taken back afterwards. */
async function badAfter(change: () => void): Promise<number> {
  raw.exec("begin");
  change();
  raw.exec("commit");
  const verified = await reader.timeline.verify();
  return verified.ok ? 0 : verified.bad;
}

describe("verify", () => {
  it("N60 names the record in which any single byte of any column was flipped", { timeout: 60_000 }, async () => {
    const missed: string[] = [];
    for (let seq = 1; seq <= EVENTS; seq += 1) {
      for (const column of ["event", "hash", "agent"]) {
        const bytes = raw.prepare(`select cast(${column} as blob) as b from timeline where seq = ?`).get(seq)
          ?.b as Uint8Array;
        const set = raw.prepare(`update timeline set ${column} = cast(? as text) where seq = ?`);
        for (let at = 0; at < bytes.length; at += 1) {
          const flipped = Uint8Array.from(bytes);
          flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
          const bad = await badAfter(() => set.run(flipped, seq));
          if (bad !== seq) missed.push(`${seq} ${column} byte ${at}: ${bad}`);
          set.run(bytes, seq);
        }
      }
    }
    expect(missed).toEqual([]);
    expect(await reader.timeline.verify()).toMatchObject({ ok: true, events: EVENTS });
  });

  it.each([1, 2, 3, 4, 5])("N60 names record %i when it was deleted, the last one too", async (seq) => {
    expect(await badAfter(() => raw.prepare("delete from timeline where seq = ?").run(seq))).toBe(seq);
  });

  it("N60 names the first of two that were swapped", async () => {
    const bad = await badAfter(() =>
      raw.exec(
        "update timeline set seq = -1 where seq = 2; update timeline set seq = 2 where seq = 4; update timeline set seq = 4 where seq = -1",
      ),
    );
    expect(bad).toBe(2);
  });

  it("N60 an event that was added behind the head is named", async () => {
    const bad = await badAfter(() =>
      raw.exec("insert into timeline select 6, agent, event, hash from timeline where seq = 5"),
    );
    expect(bad).toBe(6);
  });
});

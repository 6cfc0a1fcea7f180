import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { createTestBed } from "../harness/test-bed.ts";

const TAMPERINGS: Record<string, string> = {
  flipped: "UPDATE timeline SET event = replace(event, 'status', 'statut') WHERE seq = 7",
  deleted: "DELETE FROM timeline WHERE seq = 7",
  swapped:
    "UPDATE timeline SET event = (SELECT other.event FROM timeline other WHERE other.seq = 15 - timeline.seq) WHERE seq IN (7, 8)",
  truncated: "DELETE FROM timeline WHERE seq > (SELECT max(seq) - 2 FROM timeline)",
};

describe.concurrent("the timeline", () => {
  it("N60 a changed past does not verify, an unchanged one does", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil() });
    for (let n = 0; n < 5; n++) await client.call("evil_act", { n });
    await client.close();
    expect((await bed.sallyport(["verify"])).code).toBe(0);
    const [verified] = JSON.parse((await bed.sallyport(["verify", "--json"])).stdout);
    expect(verified).toEqual({ ok: true, events: expect.any(Number), head: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const database = new DatabaseSync(join(bed.folder, "store.db"));
    const runs = [];
    for (const [what, sql] of Object.entries(TAMPERINGS)) {
      database.exec("SAVEPOINT untouched; CREATE TEMP TABLE kept AS SELECT * FROM timeline; RELEASE untouched");
      database.exec(sql);
      const { code, stdout, stderr } = await bed.sallyport(["verify"]);
      runs.push({ what, code, names: /\b\d+\b/.test(stdout + stderr) });
      database.exec("DELETE FROM timeline; INSERT INTO timeline SELECT * FROM kept; DROP TABLE kept");
    }
    database.close();
    expect(runs).toEqual(Object.keys(TAMPERINGS).map((what) => ({ what, code: 1, names: true })));
    expect((await bed.sallyport(["verify"])).code).toBe(0);
  });
});

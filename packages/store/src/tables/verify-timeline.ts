import { sha256 } from "@sallyport/contract/digests";
import { ownProperty } from "@sallyport/contract/json";
import type { Database } from "../database.ts";
import type { TimelineRecords } from "../facets/timeline.ts";
import { StoreError } from "../store-error.ts";
import type { TimelineRow } from "./schema.ts";

type Verified = Awaited<ReturnType<TimelineRecords["verify"]>>;

const PAGE = 500;

/**
 * Walks the chain from the first event. Every row must be the next number, fit the hash before it, and be what its own
 * hash says; the last must be the recorded head. A rewritten file with a rewritten head is only told by a head kept elsewhere.
 */
export async function verifyTimeline(database: Pick<Database, "read">): Promise<Verified> {
  let last = { seq: 0, hash: "" };
  const bad = (reason: string): Verified => ({ ok: false, bad: last.seq + 1, reason });
  // Read first: events appended during the walk lie beyond it.
  const head = await unlessDamaged(() =>
    database.read((query) => query.selectFrom("timeline_head").selectAll().executeTakeFirst()),
  );
  for (;;) {
    const page = await unlessDamaged(() => pageAfter(database, last.seq, PAGE));
    // One row at a time where a page cannot be read, to name the first that cannot.
    const rows = page === "damaged" ? await unlessDamaged(() => pageAfter(database, last.seq, 1)) : page;
    if (rows === "damaged") return bad("the record cannot be read");
    for (const row of rows) {
      const reason = misfit(row, last);
      if (reason !== null) return bad(reason);
      last = { seq: row.seq, hash: row.hash };
    }
    if (rows.length === 0) break;
  }
  if (head === "damaged" || head === undefined) return bad("the head of the timeline cannot be read");
  if (last.seq < head.seq) return bad("the record is missing");
  const atHead = await database.read((query) =>
    query.selectFrom("timeline").select("hash").where("seq", "=", head.seq).executeTakeFirst(),
  );
  if ((atHead?.hash ?? "") !== head.hash)
    return { ok: false, bad: head.seq, reason: "the head of the timeline is another" };
  return { ok: true, events: last.seq, head: last.hash };
}

function pageAfter(database: Pick<Database, "read">, seq: number, limit: number): Promise<TimelineRow[]> {
  return database.read((query) =>
    query.selectFrom("timeline").selectAll().where("seq", ">", seq).orderBy("seq").limit(limit).execute(),
  );
}

function misfit(row: TimelineRow, last: { seq: number; hash: string }): string | null {
  if (row.seq !== last.seq + 1) return "the record is missing";
  if (typeof row.event !== "string" || row.hash !== sha256(last.hash + row.event))
    return "the record does not fit its hash";
  const event: unknown = JSON.parse(row.event);
  if (ownProperty(event, "seq") !== row.seq) return "the record has another number";
  if (ownProperty(event, "agent") !== row.agent) return "the record is filed under another agent";
  if (ownProperty(event, "prev") !== last.hash) return "the record does not follow the one before it";
  return null;
}

async function unlessDamaged<T>(read: () => Promise<T>): Promise<T | "damaged"> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof StoreError && error.problem === "corrupt") return "damaged";
    throw error;
  }
}

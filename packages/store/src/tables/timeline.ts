import { canonicalJson, sha256 } from "@sallyport/contract/digests";
import { isJsonObject, ownProperty } from "@sallyport/contract/json";
import type { TimelineEntry, TimelineEvent } from "@sallyport/contract/timeline";
import { sql } from "kysely";
import type { Database, Writing } from "../database.ts";
import type { EventLog } from "../facets/gate-ledger.ts";
import type { TimelineRecords } from "../facets/timeline.ts";
import { StoreError } from "../store-error.ts";
import { hotStatement } from "./statement.ts";
import { verifyTimeline } from "./verify-timeline.ts";

const insertEvent = hotStatement(
  () => sql`insert into timeline (seq, agent, event, hash) values (${0}, ${""}, ${""}, ${""})`,
);
const selectHead = hotStatement(() => sql`select seq, hash from timeline_head`);
const updateHead = hotStatement(() => sql`update timeline_head set seq = ${0}, hash = ${""}`);

/** Chains events onto the timeline, inside the caller's transaction. The head row is what concurrent writers meet at. */
export async function appendEvents(
  writing: Pick<Writing, "query" | "run">,
  entries: readonly TimelineEntry[],
  at: string,
): Promise<void> {
  const [head] = (await selectHead(writing, [])).rows;
  if (typeof head?.seq !== "number" || typeof head.hash !== "string") throw headMissing();
  let { seq, hash } = { seq: head.seq, hash: head.hash };
  for (const entry of entries) {
    seq += 1;
    const event = eventText({ ...entry, seq, ts: at, prev: hash });
    hash = sha256(hash + event);
    await insertEvent(writing, [seq, entry.agent, event, hash]);
  }
  await updateHead(writing, [seq, hash]);
}

function headMissing(): StoreError {
  return new StoreError(
    "corrupt",
    "the timeline has lost its head",
    "put the store aside for inspection and restore a copy",
  );
}

/** Canonical JSON; where a child's text holds half a character, with that replaced: odd text must not stop the record. */
function eventText(event: Omit<TimelineEvent, "hash">): string {
  try {
    return canonicalJson(event);
  } catch {
    return canonicalJson(wellFormed(event));
  }
}

function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.keys(value).map((key) => [key, wellFormed(ownProperty(value, key))]));
}

export function createEventLog(database: Database): EventLog {
  return {
    append: (entry) => database.write(async (writing) => writing.record(entry)),
  };
}

export function createTimelineRecords(database: Pick<Database, "read">): TimelineRecords {
  return {
    async list({ agent, after, limit }) {
      const rows = await database.read((query) => {
        let events = query.selectFrom("timeline").selectAll().limit(limit);
        if (agent !== undefined) events = events.where("agent", "=", agent);
        if (after === undefined) return events.orderBy("seq", "desc").execute();
        return events.where("seq", ">", after).orderBy("seq").execute();
      });
      if (after === undefined) rows.reverse();
      // The store wrote these from the same type.
      return rows.map((row) => ({ ...(JSON.parse(row.event) as TimelineEvent), hash: row.hash }));
    },
    verify: () => verifyTimeline(database),
  };
}

import type { TimelineEntry } from "@sallyport/contract/timeline";
import type { Writing } from "./database.ts";
import type { Change } from "./facets/change-feed.ts";
import { insertChanges } from "./tables/changes.ts";
import { appendEvents } from "./tables/timeline.ts";

/** Runs one transaction's work and, as its last statements, writes what the work recorded and announced. */
export async function runWriting<T>(
  { query, run }: Pick<Writing, "query" | "run">,
  time: number,
  work: (writing: Writing) => Promise<T>,
): Promise<{ result: T; announced: boolean }> {
  const events: TimelineEntry[] = [];
  const changes: Omit<Change, "seq">[] = [];
  const at = new Date(time).toISOString();
  const result = await work({
    query,
    run,
    time,
    at,
    record: (event) => events.push(event),
    announce: (change) => changes.push(change),
  });
  if (events.length > 0) await appendEvents({ query, run }, events, at);
  if (changes.length > 0) await insertChanges(query, changes);
  return { result, announced: changes.length > 0 };
}

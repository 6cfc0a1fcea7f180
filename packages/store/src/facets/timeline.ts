import type { TimelineEvent } from "@sallyport/contract/timeline";

export interface TimelineRecords {
  /** Oldest first; the last `limit` events after `after`. */
  list(filter: { agent?: string; after?: number; limit: number }): Promise<TimelineEvent[]>;
  /** Walks the whole chain. `bad` is the first sequence number that does not fit. */
  verify(): Promise<{ ok: true; events: number; head: string } | { ok: false; bad: number; reason: string }>;
}

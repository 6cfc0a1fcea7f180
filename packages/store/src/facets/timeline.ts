import type { TimelineEvent } from "@sallyport/contract/timeline";

export interface TimelineRecords {
  /** Oldest first: the first `limit` events after `after`, the last `limit` there are where that is left out. */
  list(filter: { agent?: string; after?: number; limit: number }): Promise<TimelineEvent[]>;
  /** Walks the whole chain. `bad` is the first sequence number that does not fit. */
  verify(): Promise<{ ok: true; events: number; head: string } | { ok: false; bad: number; reason: string }>;
}

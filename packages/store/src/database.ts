import type { TimelineEntry } from "@sallyport/contract/timeline";
import type { Kysely } from "kysely";
import type { Change } from "./facets/change-feed.ts";
import type { Tables } from "./tables/schema.ts";

export type Query = Kysely<Tables>;

export interface StatementResult {
  rows: readonly Record<string, unknown>[];
  /** Rows inserted, updated or deleted. */
  changes: number;
}

/** One transaction. What is recorded and announced in it is written with it, at its end, or not at all. */
export interface Writing {
  query: Query;
  /** Runs a statement's text as it is; only for what is built once and run on every call. */
  run(text: string, values: readonly unknown[]): StatementResult | Promise<StatementResult>;
  /** The transaction's one clock reading, in milliseconds since 1970 and as ISO 8601. */
  time: number;
  at: string;
  record(event: TimelineEntry): void;
  announce(change: Omit<Change, "seq">): void;
}

/**
 * What a dialect gives the tables' code: a way to read and a way to write. Only a dialect knows how a connection is
 * opened, how a transaction starts, and what its driver's errors mean; all of those reject as StoreError.
 */
export interface Database {
  read<T>(work: (query: Query) => Promise<T>): Promise<T>;
  write<T>(work: (writing: Writing) => Promise<T>): Promise<T>;
}

/** What the change feed needs of a dialect: to be woken when something may have been committed. */
export interface CommitSignal {
  /** Wakes after commits of this process at once, and after those of others as soon as a `ChangeFeed` promises. */
  listen(wake: () => void, waits: boolean): () => void;
}

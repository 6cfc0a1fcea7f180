import type { CommitSignal, Database, Query } from "../database.ts";
import type { Change, ChangeFeed } from "../facets/change-feed.ts";

/** How many changes are kept for feeds that have not read them yet, and how often older ones are dropped. */
const KEPT = 10_000;
const PRUNE_EVERY = 256;

/** Writes changes inside the caller's transaction, and drops old ones now and then. */
export async function insertChanges(query: Query, changes: readonly Omit<Change, "seq">[]): Promise<void> {
  const rows = await query
    .insertInto("changes")
    .values([...changes])
    .returning("seq")
    .execute();
  const due = rows.find((row) => row.seq % PRUNE_EVERY === 0);
  if (due === undefined) return;
  await query
    .deleteFrom("changes")
    .where("seq", "<=", due.seq - KEPT)
    .execute();
}

/**
 * One feed for one open store. It starts where the store was when it was opened, so that opening, reading and then
 * watching leaves no gap. `ready` resolves once that place is known.
 */
export function createChangeFeed(
  database: Pick<Database, "read">,
  signal: CommitSignal,
): { changes: ChangeFeed; ready: Promise<void>; close(): void } {
  /** With each, what ends its listening. */
  const watchers = new Map<(change: Change) => void, () => void>();
  let cursor = 0;
  let wanted = false;
  let draining = false;

  const ready = database
    .read((query) => query.selectFrom("changes").select("seq").orderBy("seq", "desc").limit(1).executeTakeFirst())
    .then((row) => {
      cursor = row?.seq ?? 0;
    });
  // Whoever opened the store is told through `ready`; nobody may be waiting for it on a memory store.
  ready.catch(() => {});

  async function drain(): Promise<void> {
    await ready;
    while (wanted && watchers.size > 0) {
      wanted = false;
      const rows = await database.read((query) =>
        query.selectFrom("changes").selectAll().where("seq", ">", cursor).orderBy("seq").execute(),
      );
      for (const change of rows) {
        cursor = change.seq;
        for (const watcher of watchers.keys()) {
          // Its own microtask: a listener that throws is its own error and no one else's.
          queueMicrotask(() => watchers.has(watcher) && watcher({ ...change }));
        }
      }
    }
  }

  function wake(): void {
    wanted = true;
    if (draining) return;
    draining = true;
    drain()
      // A store that cannot be read says so at every facet; the feed goes on with the next commit.
      .catch(() => {})
      .finally(() => {
        draining = false;
      });
  }

  function unwatch(watcher: (change: Change) => void): void {
    watchers.get(watcher)?.();
    watchers.delete(watcher);
  }

  return {
    changes: {
      watch(listener, { waits = false } = {}) {
        const watcher = (change: Change) => listener(change);
        watchers.set(watcher, signal.listen(wake, waits));
        wake();
        return () => unwatch(watcher);
      },
    },
    ready,
    close() {
      for (const watcher of watchers.keys()) unwatch(watcher);
    },
  };
}

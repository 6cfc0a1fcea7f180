import type { OpenStoreOptions } from "./open-store.ts";
import { ROLE_STORES } from "./role-store.ts";
import type { OpenStore, StoreRole } from "./roles.ts";
import { openMemory } from "./sqlite/connection.ts";
import { queryOver } from "./sqlite/node-sqlite.ts";
import { writingDatabase } from "./sqlite/sqlite-database.ts";
import { StoreFile } from "./sqlite/store-file.ts";

/** Stores of all roles over one database in memory. */
export interface MemoryStores {
  open<Role extends StoreRole>(role: Role): OpenStore<Role>;
}

/**
 * A store for tests: the same facets and the same SQL on a SQLite database in memory, which all roles share.
 * Nothing is confined to its role's tables here, and nothing outlives the process.
 */
export function createMemoryStores(options: OpenStoreOptions = {}): MemoryStores {
  const now = options.now ?? Date.now;
  const connection = openMemory();
  const file = new StoreFile(":memory:");
  const { query } = queryOver(connection);
  const database = {
    // The one connection is also the writers': reads wait their turn, or they would see what is not committed.
    read: <T>(work: (reading: typeof query) => Promise<T>) =>
      file.turns.take(
        () => {},
        () => work(query),
      ),
    ...writingDatabase(connection, file, now),
  };
  return {
    open(role) {
      const { facets, close } = ROLE_STORES[role]({
        reading: database,
        quick: () => database,
        durable: () => database,
        signal: { listen: (wake) => file.listen(wake) },
        now,
      });
      return { ...facets, close };
    },
  };
}

import type { OpenStore, StoreRole } from "./roles.ts";
import { openSqlite } from "./sqlite/open-sqlite.ts";
import { sqlitePath } from "./store-url.ts";

export interface OpenStoreOptions {
  /** The clock, in milliseconds since 1970. */
  now?: () => number;
}

/**
 * Opens a store with the facets of one role, making it if it is not there (file 0600, its folder 0700).
 * Throws StoreError where the URL is unknown or the file cannot be used; such a file is left as it is.
 */
export async function openStore<Role extends StoreRole>(
  url: string,
  role: Role,
  options: OpenStoreOptions = {},
): Promise<OpenStore<Role>> {
  return openSqlite(sqlitePath(url), role, options.now ?? Date.now);
}

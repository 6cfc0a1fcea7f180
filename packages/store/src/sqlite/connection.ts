import { DatabaseSync } from "node:sqlite";
import { migrationFrom, SCHEMA_VERSION } from "../migrations.ts";
import { StoreError } from "../store-error.ts";
import { BLOCKING_MS } from "./lock-patience.ts";

/** Marks a file as a Sallyport store ("SALY"), so that another program's database is never written into. */
const APPLICATION_ID = 0x53414c59;

/** Pages in the write-ahead log (64 MB) past which a writer brings them in itself, should the thread for it not keep up. */
const CHECKPOINT_PAGES = 16_384;

export type Durability = "survives_crash" | "survives_power_loss";

/** A connection that writes to a store which is there and current. */
export function openWriter(path: string, durability: Durability): DatabaseSync {
  const connection = new DatabaseSync(path, { timeout: BLOCKING_MS });
  try {
    const synchronous = durability === "survives_crash" ? "normal" : "full";
    connection.exec(`pragma synchronous = ${synchronous}; pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** A connection that cannot write, whatever it is told. */
export function openReader(path: string): DatabaseSync {
  return new DatabaseSync(path, { readOnly: true, timeout: BLOCKING_MS });
}

export function openMemory(): DatabaseSync {
  const connection = new DatabaseSync(":memory:");
  migrate(connection, ":memory:");
  return connection;
}

/** True where the file is a store of this very schema; false where `prepareStore` has to make it one first. */
export function isCurrent(connection: DatabaseSync, path: string): boolean {
  return checkedVersion(connection, path) === SCHEMA_VERSION;
}

/** Makes an empty file a store, and an older store a current one. Where others do so at the same time it is to be tried again. */
export function prepareStore(path: string): void {
  const connection = new DatabaseSync(path, { timeout: BLOCKING_MS });
  try {
    if (isCurrent(connection, path)) return;
    connection.exec("pragma journal_mode = wal");
    migrate(connection, path);
  } finally {
    connection.close();
  }
}

/**
 * The schema version, 0 for an empty file. Throws for another program's database and for a schema newer than this
 * code. Only reads, so nothing that is refused is touched.
 */
function checkedVersion(connection: DatabaseSync, path: string): number {
  const tables = integer(connection, "select count(*) from sqlite_master");
  if (tables === 0) return 0;
  if (integer(connection, "pragma application_id") !== APPLICATION_ID) {
    throw new StoreError(
      "not_a_store",
      `\`${path}\` is another program's database`,
      "name another file with `--store`; this one was left as it is",
    );
  }
  const version = integer(connection, "select version from schema_version");
  if (version > SCHEMA_VERSION) {
    throw new StoreError(
      "newer_schema",
      `the store \`${path}\` has schema ${version}, this version knows ${SCHEMA_VERSION}`,
      "upgrade Sallyport, or name another file with `--store`",
    );
  }
  return version;
}

function migrate(connection: DatabaseSync, path: string): void {
  connection.exec("begin immediate");
  try {
    // Read again under the lock: another process may have migrated meanwhile.
    for (let version = checkedVersion(connection, path); version < SCHEMA_VERSION; version += 1) {
      connection.exec(migrationFrom(version));
      if (version === 0)
        connection.exec(`pragma application_id = ${APPLICATION_ID}; insert into schema_version values (0)`);
      connection.exec(`update schema_version set version = ${version + 1}`);
    }
    connection.exec("commit");
  } catch (error) {
    connection.exec("rollback");
    throw error;
  }
}

function integer(connection: DatabaseSync, sql: string): number {
  const [value] = Object.values(connection.prepare(sql).get() ?? {});
  return Number(value ?? 0);
}

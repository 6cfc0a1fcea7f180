import { closeSync, mkdirSync, openSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { ROLE_STORES } from "../role-store.ts";
import type { OpenStore, StoreRole } from "../roles.ts";
import { StoreError } from "../store-error.ts";
import { checkpointApart } from "./checkpoints.ts";
import { type Durability, isCurrent, openReader, openWriter, prepareStore } from "./connection.ts";
import { storeFailure } from "./failures.ts";
import { whenFree } from "./lock-patience.ts";
import { readingDatabase, writingDatabase } from "./sqlite-database.ts";
import { storeFileAt } from "./store-file.ts";

export async function openSqlite<Role extends StoreRole>(
  path: string,
  role: Role,
  now: () => number,
): Promise<OpenStore<Role>> {
  makeFile(path);
  const open: DatabaseSync[] = [];
  const writers: DatabaseSync[] = [];
  let endCheckpoints = async () => {};
  const closeAll = () => {
    for (const connection of open.splice(0)) connection.close();
  };
  try {
    const file = storeFileAt(realpathSync(path));
    const reader = await whenFree(() => openCurrentReader(file.path));
    open.push(reader);
    const reading = readingDatabase(reader, file);
    const database = (durability: Durability) => {
      const connection = openWriter(file.path, durability);
      open.push(connection);
      writers.push(connection);
      return { ...reading, ...writingDatabase(connection, file, now) };
    };
    const { facets, ready, close } = ROLE_STORES[role]({
      reading,
      quick: () => {
        endCheckpoints = checkpointApart(file.path);
        return database("survives_crash");
      },
      durable: () => database("survives_power_loss"),
      signal: file.commits,
      now,
    });
    await ready;
    // Now, not at the first write: a file that cannot be written is told to whoever opens it.
    for (const writer of writers.slice(0, 1)) {
      await file.turns.take(
        () => writer.exec("begin immediate"),
        async () => writer.exec("rollback"),
      );
    }
    return {
      ...facets,
      async close() {
        try {
          await close();
          await endCheckpoints();
        } finally {
          closeAll();
        }
      },
    };
  } catch (error) {
    await endCheckpoints();
    closeAll();
    throw storeFailure(error, path);
  }
}

/** The reader cannot make or migrate a store; where that is still to be done, a connection of its own does it. */
function openCurrentReader(path: string): DatabaseSync {
  const reader = openReader(path);
  try {
    if (isCurrent(reader, path)) return reader;
    prepareStore(path);
    return reader;
  } catch (error) {
    reader.close();
    throw error;
  }
}

/** For the owner alone from the first byte on; SQLite gives its companion files the same mode. */
function makeFile(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeSync(openSync(path, "a", 0o600));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    // A file that is only readable is opened all the same: the reader can do its job, a writer says what is wrong.
    if ((code === "EACCES" || code === "EROFS") && isThere(path)) return;
    throw new StoreError(
      "cannot_open",
      `the store \`${path}\` cannot be opened (${String(code)})`,
      "name a file in a folder this user can write",
    );
  }
}

function isThere(path: string): boolean {
  try {
    closeSync(openSync(path, "r"));
    return true;
  } catch {
    return false;
  }
}

import type { DatabaseSync } from "node:sqlite";
import type { Database } from "../database.ts";
import { StoreError } from "../store-error.ts";
import { runWriting } from "../writing.ts";
import { storeFailure } from "./failures.ts";
import { whenFree } from "./lock-patience.ts";
import { queryOver } from "./node-sqlite.ts";
import type { StoreFile } from "./store-file.ts";

/** Reads over a connection of their own, so that nothing uncommitted is ever seen. */
export function readingDatabase(connection: DatabaseSync, file: StoreFile): Pick<Database, "read"> {
  const { query } = queryOver(connection);
  return {
    read: (work) =>
      inOwnWords(file, () =>
        whenFree(() => {
          refuseClosed(connection, file);
          return work(query);
        }),
      ),
  };
}

/** Writes in transactions that take the lock at once, so that what was read in one is still so at its end. */
export function writingDatabase(connection: DatabaseSync, file: StoreFile, now: () => number): Pick<Database, "write"> {
  const statements = queryOver(connection);
  const [begin, commit] = [connection.prepare("begin immediate"), connection.prepare("commit")];
  const lock = () => {
    refuseClosed(connection, file);
    begin.run();
  };
  return {
    write: (work) =>
      inOwnWords(file, () =>
        file.turns.take(lock, async () => {
          try {
            const { result, announced } = await runWriting(statements, now(), work);
            commit.run();
            if (announced) file.wake();
            return result;
          } catch (error) {
            if (connection.isOpen && connection.isTransaction) connection.exec("rollback");
            throw error;
          }
        }),
      ),
  };
}

function refuseClosed({ isOpen }: DatabaseSync, { path }: StoreFile): void {
  if (!isOpen) throw new StoreError("closed", `the store \`${path}\` was closed`, "open it again");
}

async function inOwnWords<T>(file: StoreFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storeFailure(error, file.path);
  }
}

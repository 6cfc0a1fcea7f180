import { StoreError } from "../store-error.ts";

/** Primary result codes of SQLite that speak of the file, not of the request. */
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;

/** The store's own error for a driver error that means the file cannot be used; any other error as it came. */
export function storeFailure(error: unknown, path: string): unknown {
  switch (primaryCode(error)) {
    case BUSY:
    case LOCKED:
      return new StoreError(
        "locked",
        `the store \`${path}\` is locked by another process`,
        "end what holds it and try again",
      );
    case READONLY:
      return new StoreError(
        "read_only",
        `the store \`${path}\` cannot be written`,
        "make the file and its folder writable for this user",
      );
    case FULL:
      return new StoreError(
        "full",
        `no space is left for the store \`${path}\``,
        "free space on its disk and try again",
      );
    case IOERR:
      return new StoreError(
        "corrupt",
        `the disk under the store \`${path}\` reports errors`,
        "check the disk and its free space",
      );
    case CORRUPT:
      return new StoreError(
        "corrupt",
        `the store \`${path}\` is damaged`,
        "put the file aside for inspection and restore a copy",
      );
    case CANTOPEN:
      return new StoreError(
        "cannot_open",
        `the store \`${path}\` cannot be opened`,
        "check that the path is a file this user may read and write",
      );
    case NOTADB:
      return new StoreError(
        "not_a_store",
        `\`${path}\` is not a database`,
        "name another file with `--store`; this one was left as it is",
      );
    default:
      return error;
  }
}

/** True where waiting may help: another process holds the lock. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === BUSY;
}

function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return undefined;
  return error.errcode & 0xff;
}

import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { StoreError } from "./store-error.ts";

/** Where the store is when nobody says: a SQLite file under the XDG state folder. */
export function defaultStoreUrl(env: Readonly<Record<string, string | undefined>>): string {
  const state = env.XDG_STATE_HOME || join(env.HOME || homedir(), ".local", "state");
  return `sqlite:${join(state, "sallyport", "sallyport.db")}`;
}

/** The absolute path behind a `sqlite:` URL. Throws StoreError `unsupported` for any other. */
export function sqlitePath(url: string): string {
  if (/^postgres(ql)?:/.test(url)) {
    throw new StoreError("unsupported", "PostgreSQL stores are not supported yet", "use `sqlite:/path/file.db`");
  }
  const path = /^sqlite:(?:\/\/(?=\/))?(.+)$/s.exec(url)?.[1];
  if (path === undefined || path === ":memory:" || path.includes("\0")) {
    throw new StoreError(
      "unsupported",
      `the store \`${url}\` is not a URL this version knows`,
      "use `sqlite:/path/file.db`",
    );
  }
  if (path.includes("?")) {
    throw new StoreError(
      "unsupported",
      `the store \`${url}\` carries options, and there are none`,
      "leave out what follows `?`",
    );
  }
  return resolve(path);
}

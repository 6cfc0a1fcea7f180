import { readFileSync } from "node:fs";

// Read relative to this file, which lies one folder below the package both as source and built.
const FILES = ["0001_start.sql"];

/** The schema this code speaks; a store of a newer one is refused. */
export const SCHEMA_VERSION = FILES.length;

/** The SQL that takes a store from `version` to the next. */
export function migrationFrom(version: number): string {
  return readFileSync(new URL(`../migrations/${FILES[version]}`, import.meta.url), "utf8");
}

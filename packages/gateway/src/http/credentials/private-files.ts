import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXIT } from "@sallyport/contract/exit-codes";
import type { z } from "zod";
import { CommandFailure } from "../../command-failure.ts";

const FOREIGN_BITS = 0o077;

/** A folder that is its owner's alone, 0700, made where it is not. Throws `CommandFailure` for one that others can look into. */
export function privateFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  wantPrivate(path, "700");
  return path;
}

/** Writes a file whole or not at all, 0600. */
export function writePrivateFile(path: string, text: string): void {
  const draft = draftOf(path, text);
  renameSync(draft, path);
}

/** Writes a file that is not there yet; false when somebody else was first. */
export function createPrivateFile(path: string, text: string): boolean {
  const draft = draftOf(path, text);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    throw error;
  } finally {
    rmSync(draft);
  }
}

/** Null where there is no such file. Throws `CommandFailure` for one that others can read. */
export function readPrivateFile(path: string): string | null {
  try {
    wantPrivate(path, "600");
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    throw error;
  }
}

/** What the JSON files of a folder hold; one that vanishes meanwhile is left out, and one that holds something else: it opens nothing. */
export function readPrivateFiles<Value>(folder: string, schema: z.ZodType<Value>): { name: string; value: Value }[] {
  return readdirSync(folder).flatMap((file) => {
    if (!file.endsWith(".json")) return [];
    const text = readPrivateFile(join(folder, file));
    const read = schema.safeParse(text === null ? undefined : parsed(text));
    return read.success ? [{ name: file.slice(0, -".json".length), value: read.data }] : [];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function draftOf(path: string, text: string): string {
  const draft = `${path}.${randomBytes(6).toString("hex")}.new`;
  // On the disk before it has its name: a power cut leaves no empty file that stands for a key.
  writeFileSync(draft, text, { mode: 0o600, flag: "wx", flush: true });
  return draft;
}

function wantPrivate(path: string, mode: string): void {
  const { mode: found, uid } = statSync(path);
  const user = process.getuid?.() ?? 0;
  if (user !== 0 && uid !== user)
    throw new CommandFailure(EXIT.config, `\`${path}\` is another user's: run this as that user`);
  if ((found & FOREIGN_BITS) === 0) return;
  throw new CommandFailure(EXIT.config, `\`${path}\` can be opened by others: \`chmod ${mode}\` it`);
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

import { sha256 } from "./digests.ts";

/** Mount names of the product's own servers (contract section 1). A user's server may not take one. */
export const RESERVED_MOUNTS = [
  "policy_reader",
  "policy_proposer",
  "policy_approver",
  "loop",
  "chat_assistant",
  "chat_human",
  "resources",
  "compositor_meta",
  "compositor_admin",
  "runtime",
  "db",
  "agents",
] as const;

export type ReservedMount = (typeof RESERVED_MOUNTS)[number];

export const MOUNT_NAME = /^[a-z][a-z0-9_-]{0,31}$/;
export const EXPOSED_NAME_LIMIT = 64;
const HASH_LENGTH = 8;

/** Two mount names with one key are the same name: case and `-`/`_` do not tell names apart. */
export function mountKey(name: string): string {
  return name.toLowerCase().replaceAll("-", "_");
}

const reservedKeys: ReadonlySet<string> = new Set(RESERVED_MOUNTS);

export function isReservedMount(name: string): boolean {
  return reservedKeys.has(mountKey(name));
}

/**
 * Brings a name from a configuration into the form of a mount name, or answers null where nothing usable is left.
 * A name that has the form stays as it is.
 * Only ASCII survives, so look-alike letters become `_` and cannot pass for the letter they resemble.
 */
export function normaliseMountName(name: string): string | null {
  if (MOUNT_NAME.test(name)) return name;
  const folded = name
    .replace(/[^A-Za-z0-9_-]+/g, "_")
    .toLowerCase()
    .replace(/^[^a-z]+/, "")
    .slice(0, 32)
    .replace(/[_-]+$/, "");
  return MOUNT_NAME.test(folded) ? folded : null;
}

/**
 * The name a mount's tool or prompt has on the front: `{mount}_{name}`, at most 64 of `[A-Za-z0-9_-]`.
 * A name that had to be cut ends in a short hash of the whole. It is never split again: a table leads back.
 */
export function exposedName(mount: string, name: string): string {
  const full = `${mount}_${name}`;
  const safe = full.replace(/[^A-Za-z0-9_-]/g, "_");
  if (safe.length <= EXPOSED_NAME_LIMIT) return safe;
  return `${safe.slice(0, EXPOSED_NAME_LIMIT - HASH_LENGTH - 1)}_${sha256(full).slice(0, HASH_LENGTH)}`;
}

import { isJsonObject } from "./json.ts";
import type { AttachSpec } from "./mount-specs.ts";

/** What stands where a secret stood. */
export const MASKED = "[masked]";

/** Shorter values are words such as `1`, `true` or `debug`: masking them would hide what is no secret, everywhere. */
const SHORTEST_SECRET = 8;

/** Hides secrets in whatever is shown: texts, and JSON at any depth. The value itself stays as it is. */
export type SecretMask = <Value>(value: Value) => Value;

/**
 * The values in a spec that nobody is shown, for which is a key and which a setting no name tells. What a child inherits
 * is not among them.
 */
export function secretsOf(spec: AttachSpec): string[] {
  if (spec.type === "stdio") return Object.values(spec.env);
  // `Bearer abc` is a secret as a whole, and so is each of its words.
  const headers = Object.values(spec.headers).flatMap((value) => [value, ...value.split(/\s+/)]);
  const query = URL.canParse(spec.url) ? [...new URL(spec.url).searchParams.values()] : [];
  return [...headers, ...query];
}

/** A mask for these values, also where they stand in base64, in hex or encoded for a URL. */
export function createSecretMask(secrets: Iterable<string>): SecretMask {
  const hidden = new Set([...secrets].filter((secret) => secret.length >= SHORTEST_SECRET).flatMap(spellings));
  if (hidden.size === 0) return (value) => value;
  // The longest first, or what a shorter one leaves of a longer one would be seen.
  const longestFirst = [...hidden].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(longestFirst.map(literally).join("|"), "g");
  // A masked value has the shape of the one it was made from.
  return <Value>(value: Value) => masked(value, (text) => text.replace(pattern, MASKED)) as Value;
}

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const base64 = bytes.toString("base64").replace(/=+$/, "");
  const inUrl = new URLSearchParams([["", secret]]).toString().slice(1);
  return [secret, base64, bytes.toString("base64url"), bytes.toString("hex"), inUrl, inUrl.replaceAll("+", "%20")];
}

function masked(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === "string") return mask(value);
  if (Array.isArray(value)) return value.map((each) => masked(each, mask));
  if (!isJsonObject(value)) return value;
  // Entries, so that a member called `__proto__` stays one.
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [mask(name), masked(member, mask)]));
}

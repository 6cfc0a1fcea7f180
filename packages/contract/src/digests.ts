import { hash } from "node:crypto";
import canonicalize from "canonicalize";

/** Canonical JSON by RFC 8785: sorted keys, one spelling for each number. Throws on lone surrogates and non-finite numbers. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("the value has no JSON form");
  return text;
}

/** SHA-256 of a text's UTF-8, in lower-case hex. */
export function sha256(text: string): string {
  return hash("sha256", text, "hex");
}

/** The digest that binds what was shown, what was approved and what runs: SHA-256 of the canonical JSON. */
export function digestOf(value: unknown): string {
  return sha256(canonicalJson(value));
}

import { isJsonObject } from "@sallyport/contract/json";
import { PASSED_ON } from "../config/variables.ts";
import type { MountSpec } from "../mount-spec.ts";
import { encodedForms } from "./encoded-forms.ts";

/** What stands where a secret stood. */
const MASKED = "[masked]";

/** Under such a name shorter values are hidden too. */
const SECRET_NAME = /token|key|secret|passw|passphrase|pwd|auth|cred|cookie|private/i;
const SHORTEST = { named: 4, other: 8 };

/** Hides what a mount was given in confidence wherever text about it is shown or kept; never in what it answers its caller. */
export interface SecretMask {
  text(text: string): string;
  /** A copy with every text in it masked, names of members too; the very same value where there is nothing to hide. */
  value<Value>(value: Value): Value;
}

export const NO_SECRETS: SecretMask = { text: (text) => text, value: (value) => value };

/** The mask of one mount, over the values it is launched with and the forms they are written in elsewhere. */
export function createSecretMask({ spec, filledIn }: MountSpec): SecretMask {
  const values = new Set<string>();
  for (const { name, value } of [...filledIn, ...givenValues(spec)]) {
    const shortest = SECRET_NAME.test(name) ? SHORTEST.named : SHORTEST.other;
    if (PASSED_ON.includes(name)) continue;
    // Line by line too, for stderr is shown in lines.
    for (const part of [value, ...value.split(/\r?\n/)]) if (part.length >= shortest) values.add(part);
  }
  if (values.size === 0) return NO_SECRETS;
  const forms = new Set(Array.from(values).flatMap(encodedForms));
  // Longer ones first: of two that begin alike the whole is hidden.
  const ordered = [...forms].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(ordered.map((form) => form.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")).join("|"), "g");
  const text = (given: string) => given.replace(pattern, MASKED);
  return { text, value: (value) => masked(value, text) };
}

interface Given {
  name: string;
  value: string;
}

function givenValues(spec: MountSpec["spec"]): Given[] {
  switch (spec.type) {
    case "unstartable":
      return [];
    case "stdio":
      return [...namedValues(spec.env), ...secretArguments(spec.args)];
    case "http":
      return [...namedValues(spec.headers), ...credentials(spec.headers), ...secretParameters(spec.url)];
  }
}

function namedValues(values: Readonly<Record<string, string>>): Given[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

/** `Bearer abc`: an error may repeat the one without the other. */
function credentials(headers: Readonly<Record<string, string>>): Given[] {
  return namedValues(headers).flatMap(({ name, value }) => {
    const [, rest] = /^[A-Za-z]+ +(.+)$/s.exec(value) ?? [];
    return rest === undefined ? [] : [{ name, value: rest }];
  });
}

/** `--token=abc` and `--token abc`. */
function secretArguments(args: readonly string[]): Given[] {
  return args.flatMap((argument, at) => {
    const [, name = "", joined] = /^--?([A-Za-z0-9_-]+)(?:=(.*))?$/s.exec(argument) ?? [];
    const value = joined ?? args[at + 1];
    return SECRET_NAME.test(name) && value !== undefined && !value.startsWith("-") ? [{ name, value }] : [];
  });
}

function secretParameters(url: string): Given[] {
  const parameters = Array.from(new URL(url).searchParams, ([name, value]) => ({ name, value }));
  return parameters.filter(({ name }) => SECRET_NAME.test(name));
}

function masked<Value>(value: Value, text: SecretMask["text"]): Value {
  // Of one shape with what was given: texts stay texts, lists lists, objects objects.
  const same = (of: unknown) => of as Value;
  if (typeof value === "string") return same(text(value));
  if (Array.isArray(value)) return same(value.map((entry) => masked(entry, text)));
  if (!isJsonObject(value)) return value;
  return same(Object.fromEntries(Object.entries(value).map(([key, of]) => [text(key), masked(of, text)])));
}

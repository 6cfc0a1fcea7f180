import { HOST_LIMITS, type HostLimit } from "./host-limits.ts";

/** After how many seconds a call that waits for a person is answered; `never` holds it for as long as the question stands. */
export type SettleAfter = number | "never";

/** What a configuration says in place of the table of hosts. */
export interface SettleRules {
  /** By a client's name in the form `hostKey` gives it. */
  clients: ReadonlyMap<string, SettleAfter>;
  /** Every client that is not named beside it, the table's too. The table holds where it is left out. */
  others?: SettleAfter;
}

/** A client's name as the table and the configuration have it: letters and digits, hyphens between, no word of who relays it. */
export function hostKey(name: string): string {
  return name
    .replace(/\([^()]*\)\s*$/, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** How long a waiting call of this client may be held, in milliseconds; null: for as long as the question stands. */
export function settleAfterMs(
  client: { name: string; givesToken: boolean },
  rules: SettleRules | undefined,
): number | null {
  const key = hostKey(client.name);
  const said = longestMatch(key, [...(rules?.clients ?? [])]) ?? rules?.others;
  if (said !== undefined) return said === "never" ? null : said * 1000;
  const limit = longestMatch(key, TABLE);
  if (limit === undefined || (limit.heldWithProgress && client.givesToken)) return null;
  return limit.seconds * 1000;
}

const TABLE = HOST_LIMITS.flatMap((limit) => limit.names.map((name): [string, HostLimit] => [name, limit]));

/** The entry whose name is the client's, or the longest that the client's goes on from after a hyphen. */
export function longestMatch<Value>(key: string, entries: readonly (readonly [string, Value])[]): Value | undefined {
  return entries
    .filter(([name]) => key === name || key.startsWith(`${name}-`))
    .toSorted(([one], [other]) => other.length - one.length)[0]?.[1];
}

import type { RawClient } from "./raw-client.ts";

/** One way to ask for a thing: its method and params, with the name that is asked for in them. */
export type Door = (name: string) => readonly [method: string, params: Record<string, unknown>];

export const toolDoor =
  (name: string, args: (given: string) => Record<string, unknown>): Door =>
  (given) => ["tools/call", { name, arguments: args(given) }];

/** A name that somebody else has, and the like of it that nobody has. */
export interface Pair {
  hidden: string;
  nobodys: string;
}

/** The answers to a client that differ between the two by more than the name that was asked for; there must be none. */
export async function telling(
  client: RawClient,
  doors: Readonly<Record<string, Door>>,
  pairs: readonly Pair[],
): Promise<object[]> {
  const found: object[] = [];
  for (const pair of pairs)
    for (const [door, asked] of Object.entries(doors)) {
      const [hidden, nobodys] = await Promise.all([
        heard(client, asked(pair.hidden)),
        heard(client, asked(pair.nobodys)),
      ]);
      if (sameBut(pair, hidden) !== sameBut(pair, nobodys)) found.push({ door, ...pair, answers: [hidden, nobodys] });
    }
  return found;
}

async function heard(client: RawClient, [method, params]: ReturnType<Door>): Promise<string> {
  const { result, error } = await client.request(method, params);
  return JSON.stringify({ result, error });
}

/** A child names what it was asked for in its own words, so what the two names do not have in common is the name. */
function sameBut({ hidden, nobodys }: Pair, text: string): string {
  let start = 0;
  while (start < Math.min(hidden.length, nobodys.length) && hidden[start] === nobodys[start]) start += 1;
  let end = 0;
  while (end < Math.min(hidden.length, nobodys.length) - start && hidden.at(-1 - end) === nobodys.at(-1 - end))
    end += 1;
  const [ofHidden, ofNobodys] = [hidden.slice(start, hidden.length - end), nobodys.slice(start, nobodys.length - end)];
  return text.replaceAll(ofHidden, "NAME").replaceAll(ofNobodys, "NAME");
}

import { isJsonObject, type JsonObject } from "@sallyport/contract/json";
import type { Peer, RequestOptions } from "@sallyport/mcp";
import { isDeeper, MOST_LEVELS } from "../nesting.ts";

/** What a child has under names. */
export interface MountListing {
  tools: readonly JsonObject[];
  prompts: readonly JsonObject[];
  /** True until its names were on the front once. */
  isFirst: boolean;
}

const MOST_PAGES = 1_000;

/** The most that all pages of a list may come to, in characters of JSON: no child may fill our memory with cursors. */
const MOST_CHARACTERS = 16 * 1024 * 1024;

/**
 * Everything a list method has, paged through with the server's own cursors. A cursor that comes back ends the walk;
 * `timeoutMs` is for all pages together. Throws where the list is too large, or an entry nested too deep to be sent on.
 */
export async function listAll(
  peer: Peer,
  method: string,
  key: string,
  options: RequestOptions = {},
): Promise<JsonObject[]> {
  const entries: JsonObject[] = [];
  const seen = new Set<string>();
  const { timeoutMs } = options;
  const deadline = timeoutMs === undefined ? undefined : performance.now() + timeoutMs;
  let cursor: string | undefined;
  let left = MOST_CHARACTERS;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const result = await peer.request(method, cursor === undefined ? {} : { cursor }, {
      ...options,
      ...(deadline !== undefined && { timeoutMs: Math.max(1, deadline - performance.now()) }),
    });
    const listed = result[key];
    if (isDeeper(listed, MOST_LEVELS)) throw new Error(`\`${method}\` answered data nested over ${MOST_LEVELS} deep`);
    if (Array.isArray(listed)) for (const entry of listed) if (isJsonObject(entry)) entries.push(entry);
    const { nextCursor } = result;
    if (typeof nextCursor !== "string" || seen.has(nextCursor)) break;
    left -= JSON.stringify(listed ?? null).length;
    if (left < 0) throw new Error(`\`${method}\` goes on past ${MOST_CHARACTERS} characters`);
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  return entries;
}

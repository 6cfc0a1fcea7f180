import { isJsonObject, type JsonObject } from "@sallyport/contract/json";
import type { Peer, RequestOptions } from "@sallyport/mcp";

const MOST_PAGES = 1_000;

/** Everything a list method has, paged through with the server's own cursors. A cursor that comes back ends the walk. */
export async function listAll(
  peer: Peer,
  method: string,
  key: string,
  options: RequestOptions = {},
): Promise<JsonObject[]> {
  const entries: JsonObject[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const result = await peer.request(method, cursor === undefined ? {} : { cursor }, options);
    const listed = result[key];
    if (Array.isArray(listed)) for (const entry of listed) if (isJsonObject(entry)) entries.push(entry);
    const { nextCursor } = result;
    if (typeof nextCursor !== "string" || seen.has(nextCursor)) break;
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  return entries;
}

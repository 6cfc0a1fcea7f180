import { RPC_ERRORS, WireError } from "@sallyport/contract/errors";
import { Fault } from "@sallyport/contract/faults";
import { isJsonObject, type JsonObject, ownProperty } from "@sallyport/contract/json";
import { META_UNAVAILABLE } from "@sallyport/contract/resources";
import { visibleReason } from "@sallyport/contract/visible-text";
import type { RequestOptions } from "@sallyport/mcp";
import type { CallerView } from "./caller-view.ts";

const PAGES_LIMIT = 1_000;
const ENTRIES_LIMIT = 100_000;

/** Servers whose part is missing, with the reason. */
export type Unavailable = ReadonlyMap<string, string>;

/** A whole list of the view, over all its pages. A view that does not know the method has an empty one. */
export async function listView(
  view: Pick<CallerView, "request">,
  method: string,
  key: string,
  options: RequestOptions,
): Promise<{ entries: JsonObject[]; unavailable: Unavailable }> {
  const entries: JsonObject[] = [];
  const unavailable = new Map<string, string>();
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_LIMIT; page += 1) {
    const result = await view.request(method, cursor === undefined ? {} : { cursor }, options).catch(emptyIfUnknown);
    for (const entry of asArray(result[key])) if (isJsonObject(entry)) entries.push(entry);
    for (const [server, reason] of missing(result)) unavailable.set(server, reason);
    if (entries.length > ENTRIES_LIMIT) {
      throw new Fault("too_large", `the view lists over ${ENTRIES_LIMIT} entries; have its servers list fewer`);
    }
    const { nextCursor } = result;
    if (typeof nextCursor !== "string" || seen.has(nextCursor)) break;
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  return { entries, unavailable };
}

function emptyIfUnknown(error: unknown): JsonObject {
  if (error instanceof WireError && error.code === RPC_ERRORS.methodNotFound) return {};
  throw error;
}

function missing(result: JsonObject): [server: string, reason: string][] {
  return asArray(ownProperty(result._meta, META_UNAVAILABLE)).flatMap((entry) => {
    const [server, reason] = [ownProperty(entry, "server"), ownProperty(entry, "reason")];
    if (typeof server !== "string") return [];
    return [[server, visibleReason(typeof reason === "string" ? reason : "no reason given")]];
  });
}

const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

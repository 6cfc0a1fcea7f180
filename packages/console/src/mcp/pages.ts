import { isJsonObject } from "@sallyport/contract/json";
import { frontUri } from "@sallyport/contract/uris";
import type { z } from "zod";
import type { Link } from "./link.ts";

/** A listed resource of the person's view. */
export interface Listed {
  uri: string;
  name: string;
}

/** A product server's own URI as the front has it. */
export function onFront(mount: string, uri: string): string {
  return frontUri(mount, uri) ?? uri;
}

/** The text of a resource. Rejects with `RpcError` where it does not exist. */
export async function readText(link: Pick<Link, "request">, uri: string): Promise<string> {
  const { contents } = await link.request("resources/read", { uri });
  const [first]: unknown[] = Array.isArray(contents) ? contents : [];
  if (!isJsonObject(first) || typeof first.text !== "string") throw new TypeError(`\`${uri}\` holds no text`);
  return first.text;
}

/** A JSON resource in the contract's shape. */
export async function readPage<Schema extends z.ZodType>(
  link: Pick<Link, "request">,
  uri: string,
  schema: Schema,
): Promise<z.infer<Schema>> {
  return schema.parse(JSON.parse(await readText(link, uri)));
}

/** Every resource of the person's view. */
export async function listResources(link: Pick<Link, "request">): Promise<Listed[]> {
  const listed: Listed[] = [];
  let cursor: unknown;
  do {
    const { resources, nextCursor } = await link.request("resources/list", cursor === undefined ? {} : { cursor });
    for (const each of Array.isArray(resources) ? resources : []) {
      if (isJsonObject(each) && typeof each.uri === "string") listed.push({ uri: each.uri, name: String(each.name) });
    }
    cursor = nextCursor;
  } while (typeof cursor === "string");
  return listed;
}

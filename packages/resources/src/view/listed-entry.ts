import { type JsonObject, ownProperty } from "@sallyport/contract/json";
import { MOUNT_NAME } from "@sallyport/contract/names";
import { META_SERVER, type ResourceEntry, type TemplateEntry } from "@sallyport/contract/resources";
import { childUri } from "@sallyport/contract/uris";

/** Whose a URI on the front is. */
interface Owned {
  server: string;
  /** The server's own URI. */
  uri: string;
  /** The front shows the server's own URI. */
  isAsIs: boolean;
}

/** A listed resource in the tools' words; null for one that cannot be named in them. */
export function readResourceEntry(entry: JsonObject): (Owned & { entry: ResourceEntry }) | null {
  const owned = ownerOf(entry, entry.uri);
  if (owned === null) return null;
  const { server, uri } = owned;
  const { size } = entry;
  const isSize = typeof size === "number" && Number.isFinite(size);
  return { ...owned, entry: { server, uri, ...described(entry, uri), ...(isSize && { size }) } };
}

/** A listed template in the tools' words; null for one that cannot be named in them. */
export function readTemplateEntry(entry: JsonObject): (Owned & { entry: TemplateEntry }) | null {
  const owned = ownerOf(entry, entry.uriTemplate);
  if (owned === null) return null;
  const { server, uri } = owned;
  return { ...owned, entry: { server, uri_template: uri, ...described(entry, uri) } };
}

function ownerOf(entry: JsonObject, uri: unknown): Owned | null {
  if (typeof uri !== "string") return null;
  const said = ownProperty(entry._meta, META_SERVER);
  if (typeof said === "string") return MOUNT_NAME.test(said) ? { server: said, uri, isAsIs: true } : null;
  const behind = childUri(uri);
  if (behind === null || !MOUNT_NAME.test(behind.mount)) return null;
  return { server: behind.mount, uri: behind.uri, isAsIs: false };
}

function described({ name, title, description, mimeType }: JsonObject, uri: string) {
  return {
    name: typeof name === "string" ? name : uri,
    ...(typeof title === "string" && { title }),
    ...(typeof description === "string" && { description }),
    ...(typeof mimeType === "string" && { mime: mimeType }),
  };
}

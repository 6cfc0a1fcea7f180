import { isJsonObject, type JsonObject, ownProperty } from "@sallyport/contract/json";
import { META_SERVER } from "@sallyport/contract/resources";
import { childUri, frontUri } from "@sallyport/contract/uris";
import type { Mount } from "../mounts/mount.ts";
import type { MountTable } from "../mounts/mount-table.ts";

/** A URI of a child's as the front shows it. */
export function uriOnFront(mount: Mount, uri: string): string {
  return mount.namesAsIs ? uri : (frontUri(mount.name, uri) ?? uri);
}

/** The mount behind a front URI or template, and its own URI; null where no mount can have it. */
export function routeUri(mounts: MountTable, uri: string): { mount: Mount; uri: string } | null {
  const behind = childUri(uri);
  const named = behind === null ? undefined : mounts.get(behind.mount);
  if (behind !== null && named !== undefined && named.name === behind.mount && !named.namesAsIs)
    return { mount: named, uri: behind.uri };
  const unprefixed = mounts.all().filter((mount) => mount.namesAsIs && mount.offers("resources"));
  const mount = unprefixed.find(({ resourceUris }) => resourceUris.has(uri)) ?? unprefixed[0];
  return mount === undefined ? null : { mount, uri };
}

/** A listed resource or template with its URI as the front shows it, and its mount beside it where the URI does not say it. */
export function resourceOnFront(mount: Mount, given: JsonObject): JsonObject {
  if (mount.namesAsIs)
    return { ...given, _meta: { ...(isJsonObject(given._meta) ? given._meta : {}), [META_SERVER]: mount.name } };
  const listed = withoutClaim(given);
  if (typeof listed.uri === "string") return { ...listed, uri: uriOnFront(mount, listed.uri) };
  if (typeof listed.uriTemplate === "string") return { ...listed, uriTemplate: uriOnFront(mount, listed.uriTemplate) };
  return listed;
}

/** Whose a resource is, is ours to say: a child's own word for it is left out. */
function withoutClaim(listed: JsonObject): JsonObject {
  if (ownProperty(listed._meta, META_SERVER) === undefined || !isJsonObject(listed._meta)) return listed;
  const { [META_SERVER]: _, ...meta } = listed._meta;
  return { ...listed, _meta: meta };
}

/** A result whose links and embedded resources carry front URIs; the very same object where there are none. */
export function resultOnFront(mount: Mount, result: JsonObject): JsonObject {
  if (mount.namesAsIs) return result;
  const content = blocksOnFront(mount, result.content);
  const contents = blocksOnFront(mount, result.contents);
  const messages = messagesOnFront(mount, result.messages);
  if (content === result.content && contents === result.contents && messages === result.messages) return result;
  return {
    ...result,
    ...(content !== undefined && { content }),
    ...(contents !== undefined && { contents }),
    ...(messages !== undefined && { messages }),
  };
}

function blocksOnFront(mount: Mount, blocks: unknown): unknown {
  if (!Array.isArray(blocks) || !blocks.some(hasUri)) return blocks;
  return blocks.map((block) => blockOnFront(mount, block));
}

function messagesOnFront(mount: Mount, messages: unknown): unknown {
  if (!Array.isArray(messages)) return messages;
  return messages.map((message) => {
    if (!isJsonObject(message)) return message;
    const content = Array.isArray(message.content)
      ? blocksOnFront(mount, message.content)
      : blockOnFront(mount, message.content);
    return content === message.content ? message : { ...message, content };
  });
}

function hasUri(block: unknown): boolean {
  return isJsonObject(block) && (typeof block.uri === "string" || isJsonObject(block.resource));
}

function blockOnFront(mount: Mount, block: unknown): unknown {
  if (!isJsonObject(block)) return block;
  if (typeof block.uri === "string") return { ...block, uri: uriOnFront(mount, block.uri) };
  const { resource } = block;
  if (!isJsonObject(resource) || typeof resource.uri !== "string") return block;
  return { ...block, resource: { ...resource, uri: uriOnFront(mount, resource.uri) } };
}

import { frontUri } from "@sallyport/contract/uris";
import type { Link } from "../mcp/link.ts";
import { listResources, readText } from "../mcp/pages.ts";

/** A server that does not answer is no reason to keep a person waiting, in milliseconds. */
const PATIENCE_MS = 2_000;

/**
 * The text of a file of a server as the person's view shows it now, or null where it shows none. An absolute path is asked
 * for by its own URI; a relative one only where exactly one listed resource of that server ends in it.
 */
export async function readCurrentFile(link: Link, server: string, path: string): Promise<string | null> {
  const tooLate = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  // Not there, not shown or no text: the call is shown without it.
  return await Promise.race([find(link, server, path).catch(() => null), tooLate]);
}

async function find(link: Link, server: string, path: string): Promise<string | null> {
  const uri = path.startsWith("/")
    ? frontUri(server, `file://${encodeURI(path)}`)
    : await listedUri(link, server, path);
  return uri === null ? null : await readText(link, uri);
}

async function listedUri(link: Link, server: string, path: string): Promise<string | null> {
  const mount = `://${server}/`;
  const ending = `/${encodeURI(path.replace(/^\.\//, ""))}`;
  const found = (await listResources(link)).filter(({ uri }) => uri.includes(mount) && uri.endsWith(ending));
  return found.length === 1 ? (found[0]?.uri ?? null) : null;
}

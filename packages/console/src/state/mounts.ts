import { type MountStatePage, mountStatePage } from "@sallyport/contract/compositor-meta";
import { URIS } from "@sallyport/contract/uris";
import type { Link } from "../mcp/link.ts";
import { listResources, onFront, readPage } from "../mcp/pages.ts";
import { type Watched, watched } from "./watched.ts";

export interface MountPage {
  name: string;
  page: MountStatePage;
}

/** How every server is that stands behind the door. */
export interface Mounts {
  readonly all: Watched<readonly MountPage[]>;
}

const PREFIX = onFront("compositor_meta", URIS.mountState(""));

export function openMounts(link: Link): Mounts {
  const unwatch = new Map<string, () => void>();

  async function load(): Promise<MountPage[]> {
    const uris = (await listResources(link)).map(({ uri }) => uri).filter((uri) => uri.startsWith(PREFIX));
    for (const [uri, stop] of unwatch) {
      if (uris.includes(uri)) continue;
      stop();
      unwatch.delete(uri);
    }
    for (const uri of uris)
      if (!unwatch.has(uri))
        unwatch.set(
          uri,
          link.watch(uri, () => void all.reload()),
        );
    const pages = uris.map(async (uri) => ({
      name: uri.slice(PREFIX.length),
      page: await readPage(link, uri, mountStatePage),
    }));
    // One that went away meanwhile is no reason to show none.
    const read = await Promise.allSettled(pages);
    return read.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  }

  const all: Watched<readonly MountPage[]> = watched(load, (changed) => link.watchList(changed));
  return { all };
}

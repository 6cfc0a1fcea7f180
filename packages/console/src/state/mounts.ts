import { computed, type ReadonlySignal } from "@preact/signals";
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
  /** Null until they were read for the first time. */
  readonly all: ReadonlySignal<readonly MountPage[] | null>;
  /** Why it could not be read the last time which there are, or any of them. */
  readonly problem: ReadonlySignal<string | null>;
}

const PREFIX = onFront("compositor_meta", URIS.mountState(""));

export function openMounts(link: Pick<Link, "request" | "watch" | "watchList">): Mounts {
  const pages = new Map<string, Watched<MountStatePage>>();

  const uris = watched(
    async () => {
      const listed = (await listResources(link)).map(({ uri }) => uri).filter((uri) => uri.startsWith(PREFIX));
      for (const [uri, page] of pages) {
        if (listed.includes(uri)) continue;
        page.stop();
        pages.delete(uri);
      }
      for (const uri of listed) if (!pages.has(uri)) pages.set(uri, follow(uri));
      return listed;
    },
    (changed) => link.watchList(changed),
  );

  function follow(uri: string): Watched<MountStatePage> {
    return watched(
      () => readPage(link, uri, mountStatePage),
      (changed) => link.watch(uri, changed),
    );
  }

  const all = computed(() => {
    const listed = uris.value.value;
    const read = listed?.flatMap((uri) => {
      const page = pages.get(uri)?.value.value ?? null;
      return page === null ? [] : [{ name: uri.slice(PREFIX.length), page }];
    });
    // One that cannot be read is no reason to show none, and none is not shown while they are being read.
    return read === undefined || (read.length === 0 && listed?.length !== 0) ? null : read;
  });
  // Where nothing can be shown, why the first of them could not be read.
  const problem = computed(() => {
    const unread = all.value === null ? (uris.value.value ?? []) : [];
    return [uris, ...unread.map((uri) => pages.get(uri))].map((each) => each?.problem.value).find(Boolean) ?? null;
  });
  return { all, problem };
}

import type { ListedResource, ResourceContents, ServedResources } from "@sallyport/mcp";
import type { Change, ChangeFeed } from "@sallyport/store";

/** The URIs a change touched, and whether entries of the list came or went. */
export interface Touched {
  uris: readonly string[];
  list: boolean;
}

/** The resources of one noun. */
export interface Pages {
  templates?: NonNullable<ServedResources["templates"]>;
  list(): Promise<ListedResource[]>;
  read(uri: string): Promise<ResourceContents | null>;
  /** What a change of this agent's does to these pages. Called in order, one change at a time, while somebody watches. */
  touched(change: Change): Promise<Touched>;
}

export const NOTHING_TOUCHED: Touched = { uris: [], list: false };

/** All pages as one server's resources. Changes of other agents are never heard here. */
export function servePages(
  pages: readonly Pages[],
  { agent, changes }: { agent: string; changes: ChangeFeed },
): ServedResources {
  return {
    templates: pages.flatMap(({ templates }) => templates ?? []),
    list: async () => (await Promise.all(pages.map((page) => page.list()))).flat(),
    read: async (uri) => {
      for (const page of pages) {
        const contents = await page.read(uri);
        if (contents !== null) return contents;
      }
      return null;
    },
    watch: (listener) => {
      let told = Promise.resolve();
      let watching = true;
      const tell = async (change: Change) => {
        const touched = await Promise.all(pages.map((page) => page.touched(change)));
        if (!watching) return;
        for (const uri of touched.flatMap(({ uris }) => uris)) listener({ kind: "updated", uri });
        if (touched.some(({ list }) => list)) listener({ kind: "list_changed" });
      };
      const unwatch = changes.watch((change) => {
        if (change.agent !== agent) return;
        // A store that cannot be read for one change says so to whoever reads next; the changes after it are still told.
        told = told.then(() => tell(change)).catch(() => undefined);
      });
      return () => {
        watching = false;
        unwatch();
      };
    },
  };
}

/** A page of JSON. */
export function jsonPage(uri: string, page: unknown): ResourceContents {
  return { uri, mimeType: "application/json", text: JSON.stringify(page, null, 2) };
}

/** The id in a page's URI, or null for another kind of URI. */
export function idIn(uri: string, prefix: string): string | null {
  const id = uri.startsWith(prefix) ? uri.slice(prefix.length) : "";
  return /^[A-Za-z0-9_-]+$/.test(id) ? id : null;
}

import type { ListedResource, ResourceContents, ServedResources } from "@sallyport/mcp";
import type { Change, ChangeFeed } from "@sallyport/store";

/** The resources of one noun. */
export interface Pages {
  templates?: NonNullable<ServedResources["templates"]>;
  list(): Promise<ListedResource[]>;
  read(uri: string): Promise<ResourceContents | null>;
  /** The URIs whose text a change of this agent's touched. */
  touched(change: Change): Promise<readonly string[]>;
}

/** All pages as one server's resources. Changes of other agents are never heard here. */
export function servePages(
  pages: readonly Pages[],
  { agent, changes }: { agent: string; changes: ChangeFeed },
): ServedResources {
  const list = async () => (await Promise.all(pages.map((page) => page.list()))).flat();
  const listedUris = async () => new Set((await list()).map(({ uri }) => uri));
  return {
    templates: pages.flatMap(({ templates }) => templates ?? []),
    list,
    read: async (uri) => {
      for (const page of pages) {
        const contents = await page.read(uri);
        if (contents !== null) return contents;
      }
      return null;
    },
    watch: (listener) => {
      let watching = true;
      let listed = listedUris();
      const tell = async (change: Change) => {
        const uris = (await Promise.all(pages.map((page) => page.touched(change)))).flat();
        if (uris.length === 0) return;
        const before = await listed;
        listed = listedUris();
        const after = await listed;
        if (!watching) return;
        const gone = [...before].filter((uri) => !after.has(uri));
        // Whoever follows an entry that went hears it under that entry's own URI too.
        for (const uri of new Set([...uris, ...gone])) listener({ kind: "updated", uri });
        if (gone.length > 0 || [...after].some((uri) => !before.has(uri))) listener({ kind: "list_changed" });
      };
      const lookAgain = () => {
        listed = Promise.resolve(new Set());
        if (watching) listener({ kind: "list_changed" });
      };
      let told: Promise<unknown> = listed.catch(lookAgain);
      const unwatch = changes.watch((change) => {
        if (change.agent !== agent) return;
        // A store that could not be read is met again, with its error, by the client that looks.
        told = told.then(() => tell(change)).catch(lookAgain);
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
  return uri.startsWith(prefix) && uri.length > prefix.length ? uri.slice(prefix.length) : null;
}

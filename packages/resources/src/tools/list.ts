import { list } from "@sallyport/contract/resources";
import { implement, type ServedTool } from "@sallyport/mcp";
import type { Catalogue } from "../view/catalogue.ts";
import { listVisible, shownUnavailable } from "./list-visible.ts";

export function listTool(catalogue: Catalogue): ServedTool {
  return implement(list, async ({ server, uri_prefix = "" }, { signal }) => {
    const { resources, unavailable } = await listVisible(catalogue, server, signal);
    return {
      resources: resources.filter(
        (entry) => (server === undefined || entry.server === server) && entry.uri.startsWith(uri_prefix),
      ),
      unavailable: shownUnavailable(unavailable, server),
    };
  });
}

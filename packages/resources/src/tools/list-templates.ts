import { listTemplates } from "@sallyport/contract/resources";
import { implement, type ServedTool } from "@sallyport/mcp";
import type { Catalogue } from "../view/catalogue.ts";
import { listVisible, shownUnavailable } from "./list-visible.ts";

export function listTemplatesTool(catalogue: Catalogue): ServedTool {
  return implement(listTemplates, async ({ server }, { signal }) => {
    const { templates, templatesUnavailable } = await listVisible(catalogue, server, signal);
    return {
      templates: templates.filter((entry) => server === undefined || entry.server === server),
      unavailable: shownUnavailable(templatesUnavailable, server),
    };
  });
}

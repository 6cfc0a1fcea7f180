import { subscribeListChanges } from "@sallyport/contract/resources";
import { implement, type ServedTool } from "@sallyport/mcp";
import type { ResourcesPowers } from "../powers.ts";
import type { Catalogue } from "../view/catalogue.ts";
import { listVisible } from "./list-visible.ts";

type Selects = Pick<ResourcesPowers, "subscriber" | "subscriptions">;

export function subscribeListChangesTool({ subscriber, subscriptions }: Selects, catalogue: Catalogue): ServedTool {
  return implement(subscribeListChanges, async ({ server }, { signal }) => {
    await listVisible(catalogue, server, signal);
    await subscriptions.addList({ ...subscriber, server });
    return { ok: true as const };
  });
}

import { Fault } from "@sallyport/contract/faults";
import { unsubscribeListChanges } from "@sallyport/contract/resources";
import { implement, type ServedTool } from "@sallyport/mcp";
import type { ResourcesPowers } from "../powers.ts";

type Unselects = Pick<ResourcesPowers, "subscriber" | "subscriptions">;

export function unsubscribeListChangesTool({ subscriber, subscriptions }: Unselects): ServedTool {
  return implement(unsubscribeListChanges, async ({ server }) => {
    if (!(await subscriptions.removeList({ ...subscriber, server }))) {
      const message = `the list of server \`${server}\` is not subscribed to; \`list_subscriptions\` shows those that are`;
      throw new Fault("not_found", message, { server });
    }
    return { ok: true as const };
  });
}

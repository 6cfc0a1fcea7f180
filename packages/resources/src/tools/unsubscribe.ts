import { Fault } from "@sallyport/contract/faults";
import { unsubscribe } from "@sallyport/contract/resources";
import { visibleReason } from "@sallyport/contract/visible-text";
import { implement, type ServedTool } from "@sallyport/mcp";
import type { Subscriptions } from "../following/subscriptions.ts";
import type { ResourcesPowers } from "../powers.ts";

type Unsubscribes = Pick<ResourcesPowers, "subscriber" | "subscriptions">;

export function unsubscribeTool({ subscriber, subscriptions }: Unsubscribes, current: Subscriptions): ServedTool {
  return implement(unsubscribe, async ({ server, uri }) => {
    const what = `\`${visibleReason(uri)}\` of server \`${server}\``;
    if (current.isPinned({ server, uri })) {
      throw new Fault("forbidden", `the subscription to ${what} is pinned and stays`, { server, uri });
    }
    if (!(await subscriptions.removeResource({ ...subscriber, server, uri }))) {
      const message = `there is no subscription to ${what}; \`list_subscriptions\` shows those there are`;
      throw new Fault("not_found", message, { server, uri });
    }
    await current.sync();
    await current.settle({ server, uri });
    return { ok: true as const };
  });
}

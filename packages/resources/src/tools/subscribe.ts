import { subscribe } from "@sallyport/contract/resources";
import { implement, type ServedTool } from "@sallyport/mcp";
import type { Subscribed } from "../following/following.ts";
import type { Subscriptions } from "../following/subscriptions.ts";
import type { ResourcesPowers } from "../powers.ts";
import { isUnknown, notFound, viewFault } from "../view/view-fault.ts";

type Subscribes = Pick<ResourcesPowers, "subscriber" | "subscriptions">;

export function subscribeTool({ subscriber, subscriptions }: Subscribes, current: Subscriptions): ServedTool {
  return implement(subscribe, async (subscribed, { signal }) => {
    await refuseUnknownServer(current, subscribed, signal);
    await subscriptions.addResource({ ...subscriber, ...subscribed });
    await current.sync();
    return { ok: true as const, ...(await current.settle(subscribed)) };
  });
}

/** A subscription to a server that is there stays, whatever the server says to it; one to nobody would stay for ever. */
async function refuseUnknownServer(
  { view, catalogue }: Pick<Subscriptions, "view" | "catalogue">,
  { server, uri }: Subscribed,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { servers } = await catalogue.last();
    const frontUri = await catalogue.frontUri(server, uri);
    if (frontUri === null) throw notFound({ server, uri });
    // It may be there and list nothing.
    if (!servers.has(server))
      await view.request("resources/subscribe", { uri: frontUri }, { signal }).catch(unlessKnown);
  } catch (error) {
    throw viewFault(error, { server, uri });
  }
}

/** Any other refusal is one by a server that is there. */
function unlessKnown(error: unknown): void {
  if (isUnknown(error)) throw error;
}

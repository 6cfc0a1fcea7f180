import { URIS } from "@sallyport/contract/uris";
import type { ServedResources } from "@sallyport/mcp";
import type { Subscriptions } from "../following/subscriptions.ts";

/** The one page: what its caller is subscribed to and how each stands. */
export function subscriptionsPage(current: Pick<Subscriptions, "page" | "watch">): ServedResources {
  return {
    list: async () => [
      {
        uri: URIS.subscriptions,
        name: "subscriptions",
        title: "Subscriptions",
        description: "What you are subscribed to and how each subscription stands.",
        mimeType: "application/json",
      },
    ],
    read: async (uri) => {
      if (uri !== URIS.subscriptions) return null;
      return { uri, mimeType: "application/json", text: JSON.stringify(await current.page(), null, 2) };
    },
    watch: (listener) => current.watch(listener),
  };
}

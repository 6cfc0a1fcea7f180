import type { Compositor } from "@sallyport/compositor";
import { createResources } from "@sallyport/resources";
import type { ResourcesStore, Subscriber } from "@sallyport/store";

/** Mounts `resources` in a view, over that very view: it can reach nothing that its caller could not. It goes with `open`. */
export function mountResources(
  open: AsyncDisposableStack,
  compositor: Compositor,
  { subscriptions, changes, subscriber }: ResourcesStore & { subscriber: Subscriber },
): void {
  const resources = createResources({
    subscriptions,
    changes,
    subscriber,
    connectView: (onNotification) => compositor.connectView({ onNotification }),
    relaysUpdates: false,
  });
  open.defer(() => resources.close());
  compositor.mountInProcess("resources", resources);
}

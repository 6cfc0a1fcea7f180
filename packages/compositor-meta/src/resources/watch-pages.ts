import { URIS } from "@sallyport/contract/uris";
import type { ServedResources } from "@sallyport/mcp";
import type { ChangeFeed } from "@sallyport/store";
import type { CompositorMetaFace } from "../powers.ts";

/** How late the death of a compositor is seen, which nobody announces, in milliseconds. */
const LOOK_AGAIN_MS = 10_000;

type Listener = Parameters<ServedResources["watch"]>[0];

interface WatchedPages {
  face: CompositorMetaFace;
  changes: ChangeFeed;
  /** Text by URI of what this face may read now, without what a server writes to stderr. */
  states(): Promise<ReadonlyMap<string, string>>;
  lookAgainMs?: number;
}

/**
 * Tells what became different on the pages. They are compared, because a change in the store says only that some mount of
 * the agent's moved, which may be one that this face may not know of. Changes that come together are looked at once.
 */
export function watchPages(
  { face, changes, states, lookAgainMs = LOOK_AGAIN_MS }: WatchedPages,
  listener: Listener,
): () => void {
  let watching = true;
  let looking = false;
  let moved = false;
  let known: Promise<ReadonlyMap<string, string>> = states();
  // Told as soon as somebody looks: a store that could not be read is compared with nothing.
  known.catch(() => {});

  async function look(): Promise<void> {
    const before = await known.catch(() => new Map<string, string>());
    known = states();
    const now = await known;
    if (!watching) return;
    const uris = new Set([...before.keys(), ...now.keys()]);
    // Whoever follows a server that went or came back hears it under its own URI too.
    for (const uri of uris) if (before.get(uri) !== now.get(uri)) listener({ kind: "updated", uri });
    if (uris.size > now.size || uris.size > before.size) listener({ kind: "list_changed" });
  }

  async function lookWhileMoved(): Promise<void> {
    if (looking) return;
    looking = true;
    while (moved && watching) {
      moved = false;
      await look().catch(() => watching && listener({ kind: "list_changed" }));
    }
    looking = false;
  }

  function lookSoon(): void {
    moved = true;
    void lookWhileMoved();
  }

  const unwatch = changes.watch((change) => {
    if (change.agent !== face.agent) return;
    if (change.topic === "mounts") lookSoon();
    // Only a person's pages have it; what a server writes is no reason to compare them all.
    if (change.topic === "mount_stderr" && face.principal === "human")
      listener({ kind: "updated", uri: URIS.mountState(change.key) });
  });
  const timer = setInterval(lookSoon, lookAgainMs);
  timer.unref();
  return () => {
    watching = false;
    clearInterval(timer);
    unwatch();
  };
}

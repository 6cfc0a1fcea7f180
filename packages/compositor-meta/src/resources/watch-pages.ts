import type { ServedResources } from "@sallyport/mcp";
import type { ChangeFeed } from "@sallyport/store";

/** How late the death of a compositor is seen, which nobody announces, in milliseconds. */
const LOOK_AGAIN_MS = 10_000;

type Listener = Parameters<ServedResources["watch"]>[0];

interface WatchedPages {
  agent: string;
  changes: ChangeFeed;
  /** Text by URI, as it is now and as this face may read it. */
  pages(): Promise<ReadonlyMap<string, string>>;
  lookAgainMs?: number;
}

/**
 * Tells what became different on the pages. They are compared, because a change in the store says only that some mount of
 * the agent's moved, which may be one that this face may not know of. Changes that come together are looked at once.
 */
export function watchPages(
  { agent, changes, pages, lookAgainMs = LOOK_AGAIN_MS }: WatchedPages,
  listener: Listener,
): () => void {
  let watching = true;
  let looking = false;
  let moved = false;
  let known: Promise<ReadonlyMap<string, string>> = pages();
  // Told as soon as somebody looks: a store that could not be read is compared with nothing.
  known.catch(() => {});

  async function look(): Promise<void> {
    const before = await known.catch(() => new Map<string, string>());
    known = pages();
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
    if (change.topic === "mounts" && change.agent === agent) lookSoon();
  });
  const timer = setInterval(lookSoon, lookAgainMs);
  timer.unref();
  return () => {
    watching = false;
    clearInterval(timer);
    unwatch();
  };
}

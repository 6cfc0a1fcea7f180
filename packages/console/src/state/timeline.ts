import { TIMELINE_NEXT_LIMIT, type TimelineEvent, timelinePage } from "@sallyport/contract/timeline";
import { URIS } from "@sallyport/contract/uris";
import type { Link } from "../mcp/link.ts";
import { onFront, readPage } from "../mcp/pages.ts";
import { type Watched, watched } from "./watched.ts";

/** What happened, oldest first, as far back as this page was told of it. */
export type Timeline = Watched<readonly TimelineEvent[]>;

const READER = "policy_reader";
const recentUri = onFront(READER, URIS.recentTimeline);
/** Calls tell nobody that they were made, so they are asked for, in milliseconds. */
const POLL_MS = 2_000;
/** So many are kept at most. */
const KEPT = 2_000;

/**
 * Follows the timeline from its newest events on; where they come faster than a page a look, it begins anew with the newest.
 * @param isLooked whether anybody looks at it; nothing is asked for while nobody does
 */
export function openTimeline(link: Link, isLooked: () => boolean): Timeline {
  let events: readonly TimelineEvent[] = [];
  let head: number | null = null;

  async function load(): Promise<readonly TimelineEvent[]> {
    const uri: string = head === null ? recentUri : onFront(READER, URIS.timelineAfter(head));
    const page = await readPage(link, uri, timelinePage);
    head = page.head;
    const { length } = page.events;
    if (uri !== recentUri && length >= TIMELINE_NEXT_LIMIT) {
      // An agent that calls thousands of times a second is not to be slowed by somebody who looks on.
      head = null;
      events = [];
      return load();
    }
    if (length > 0) events = [...events, ...page.events].slice(-KEPT);
    return events;
  }

  return watched(load, (changed) => {
    const timer = setInterval(() => isLooked() && link.state.value === "live" && changed(), POLL_MS);
    const unwatch = link.watch(recentUri, changed);
    return () => {
      clearInterval(timer);
      unwatch();
    };
  });
}

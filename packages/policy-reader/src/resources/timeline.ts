import { TIMELINE_NEXT_LIMIT, TIMELINE_RECENT_LIMIT, type TimelinePage } from "@sallyport/contract/timeline";
import { URIS } from "@sallyport/contract/uris";
import type { ChangeTopic } from "@sallyport/store";
import type { PolicyReaderFace } from "../powers.ts";
import { idIn, jsonPage, type Pages } from "./pages.ts";

/** What is also an event where it changes. Calls tell nobody, for that would cost each of them: whoever follows those polls. */
const TOLD: readonly ChangeTopic[] = [
  "policy",
  "proposals",
  "approvals",
  "mounts",
  "wanted_mounts",
  "definitions",
  "agents",
];

/** What happened, in order. Only a person's face has this. */
export function timelinePages({ agent, timeline }: Extract<PolicyReaderFace, { principal: "human" }>): Pages {
  return {
    templates: [
      {
        uriTemplate: URIS.timelineAfter("{seq}"),
        name: "timeline-after",
        title: "What happened since",
        description: `The next ${TIMELINE_NEXT_LIMIT} events after a sequence number; read it again after \`head\` to follow.`,
        mimeType: "application/json",
      },
    ],
    list: async () => [
      {
        uri: URIS.recentTimeline,
        name: "recent-timeline",
        title: "What happened last",
        description: `The newest ${TIMELINE_RECENT_LIMIT} events, the oldest of them first.`,
        mimeType: "application/json",
      },
    ],
    read: async (uri) => {
      if (uri === URIS.recentTimeline)
        return jsonPage(uri, page(await timeline.list({ agent, limit: TIMELINE_RECENT_LIMIT }), 0));
      const after = sequenceNumber(idIn(uri, URIS.timelineAfter("")));
      if (after === null) return null;
      return jsonPage(uri, page(await timeline.list({ agent, after, limit: TIMELINE_NEXT_LIMIT }), after));
    },
    touched: async ({ topic }) => (TOLD.includes(topic) ? [URIS.recentTimeline] : []),
  };
}

function page(events: TimelinePage["events"], before: number): TimelinePage {
  return { events, head: events.at(-1)?.seq ?? before };
}

function sequenceNumber(written: string | null): number | null {
  // Fifteen digits are a safe integer.
  return written !== null && /^(?:0|[1-9]\d{0,14})$/.test(written) ? Number(written) : null;
}

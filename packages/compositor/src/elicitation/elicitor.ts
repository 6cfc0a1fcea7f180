import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { WireError } from "@sallyport/contract/errors";
import { visibleReason } from "@sallyport/contract/visible-text";
import { ConnectionError } from "@sallyport/mcp";
import type { GateCall } from "../pipeline/gate-call.ts";
import type { Waited } from "../pipeline/waiting-room.ts";
import type { CompositorPowers } from "../powers.ts";
import { declaredModes } from "./declared-modes.ts";
import { pageQuestion } from "./page-question.ts";

/** Questions one client may have open at once: it shows them one by one. */
const MOST_OPEN = 16;

/** Waits, and has the caller's client take its user to the question for as long as that waits. */
export type Elicitor = (call: GateCall, record: ApprovalRecord, wait: () => Promise<Waited>) => Promise<Waited>;

/**
 * Asks the clients of waiting calls to lead their users to the page. Whatever a client answers decides nothing and ends
 * nothing: it is the agent's own host, and may answer by itself. One that fails says so in the log and on the timeline.
 */
export function createElicitor(
  powers: Pick<CompositorPowers, "agent" | "store" | "log" | "approvalPage" | "elicitation">,
): Elicitor {
  const { agent, store, log } = powers;

  return async (call, record, wait) => {
    const { session, request } = call.incoming;
    const question = questionFor(call, record);
    if (question === null) return wait();
    if (session.openElicitations >= MOST_OPEN) {
      failed(record, `${MOST_OPEN} questions are open at its client`);
      return wait();
    }
    const over = new AbortController();
    const asked: { state: "open" | "accepted" | "over" } = { state: "open" };
    session.openElicitations += 1;
    request.client
      .request("elicitation/create", question, { signal: over.signal })
      .then(({ action }) => {
        asked.state = action === "accept" ? "accepted" : "over";
        if (action !== "accept" && action !== "decline" && action !== "cancel")
          failed(record, "its client's answer is none of accept, decline and cancel");
      })
      .catch((error: unknown) => {
        asked.state = "over";
        // A client that is gone has nobody to lead anywhere, and its call ends with it.
        const isGone = error instanceof ConnectionError && error.fault === "closed";
        if (!over.signal.aborted && !isGone) failed(record, wordsOf(error));
      })
      .finally(() => {
        session.openElicitations -= 1;
      });
    try {
      const waited = await wait();
      if (asked.state === "open" && isLapsed(waited)) failed(record, "no answer from its client while the call waited");
      return waited;
    } finally {
      over.abort(new Error("the question is over"));
      if (asked.state === "accepted") {
        const { elicitationId } = question;
        void request.client.notify("notifications/elicitation/complete", { elicitationId }).catch(() => {});
      }
    }
  };

  function questionFor({ incoming: { session } }: GateCall, record: ApprovalRecord) {
    if (powers.elicitation?.url !== true || record.state !== "pending") return null;
    if (!declaredModes(session.capabilities).url) return null;
    const page = powers.approvalPage?.(record.approval_id);
    return page === undefined ? null : pageQuestion(record, page);
  }

  function failed({ approval_id: subject, server, tool }: ApprovalRecord, reason: string): void {
    const message = visibleReason(reason);
    log(`elicitation: nobody was told of approval ${subject}: ${message}`);
    const event = { agent, phase: "approval", action: "channel-failed", status: "failed", server, tool } as const;
    store.events
      .append({ ...event, subject, error: { code: "elicitation", message } })
      .catch((error: unknown) => log(`an event could not be recorded: ${String(error)}`));
  }
}

/** Nobody answered the question, in whatever way. */
function isLapsed(waited: Waited): boolean {
  return waited === "late" || (typeof waited === "object" && waited?.state === "expired");
}

function wordsOf(error: unknown): string {
  if (error instanceof WireError) return `its client answered ${error.code}: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}

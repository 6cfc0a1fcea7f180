import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { WireError } from "@sallyport/contract/errors";
import { visibleReason } from "@sallyport/contract/visible-text";
import { ConnectionError } from "@sallyport/mcp";
import type { GateCall } from "../pipeline/gate-call.ts";
import type { Waited } from "../pipeline/waiting-room.ts";
import type { CompositorPowers } from "../powers.ts";
import { clientQuestion, type QuestionPowers } from "./client-question.ts";

/** Questions one client may have open at once: it shows them one by one. */
const MOST_OPEN = 16;

/** Waits, and has the caller's client bring the question to its user for as long as that waits. */
export type Elicitor = (call: GateCall, record: ApprovalRecord, wait: () => Promise<Waited>) => Promise<Waited>;

/**
 * Asks the clients of waiting calls to bring the question to their users. A client is the agent's own host and may answer by
 * itself, so what it answers decides nothing and ends nothing, but for a form of a client that the configuration trusts. One
 * that fails says so in the log and on the timeline.
 */
export function createElicitor(powers: QuestionPowers & Pick<CompositorPowers, "agent" | "store" | "log">): Elicitor {
  const { agent, store, log } = powers;

  return async (call, record, wait) => {
    const { session, request } = call.incoming;
    const question = clientQuestion(powers, session, record);
    if (question === null) return wait();
    if (session.openElicitations >= MOST_OPEN) {
      failed(record, `${MOST_OPEN} questions are open at its client`);
      return wait();
    }
    const over = new AbortController();
    const asked: { state: "open" | "accepted" | "over" } = { state: "open" };
    const since = performance.now();
    session.openElicitations += 1;
    request.client
      .request("elicitation/create", question.params, { signal: over.signal })
      .then(async ({ action, content }) => {
        asked.state = action === "accept" ? "accepted" : "over";
        if (action !== "accept" && action !== "decline" && action !== "cancel")
          throw new Error("its client's answer is none of accept, decline and cancel");
        if (action === "accept" && question.mode === "form") await question.take(content, performance.now() - since);
      })
      .catch((error: unknown) => {
        asked.state = "over";
        // A client that is gone has nobody to bring anything to, and its call ends with it.
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
      if (asked.state === "accepted" && question.mode === "url") {
        const { elicitationId } = question.params;
        void request.client.notify("notifications/elicitation/complete", { elicitationId }).catch(() => {});
      }
    }
  };

  function failed({ approval_id: subject, server, tool }: ApprovalRecord, reason: string): void {
    const message = visibleReason(reason);
    log(`elicitation: approval ${subject} was not decided there: ${message}`);
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

import type { JsonObject } from "@sallyport/contract/json";
import { createElicitor } from "../elicitation/elicitor.ts";
import { latchAtHand } from "../latch-at-hand.ts";
import { createAdmission } from "../middleware/admission.ts";
import { type ApprovalParts, approvalLayer } from "../middleware/approval.ts";
import { createAudit } from "../middleware/audit.ts";
import { decisionLayer } from "../middleware/decision.ts";
import { dispatchLayer } from "../middleware/dispatch.ts";
import { reservedErrorsLayer } from "../middleware/reserved-errors.ts";
import { sameToolLayer } from "../middleware/same-tool.ts";
import { stoppedAgentLayer } from "../middleware/stopped-agent.ts";
import type { CompositorLimits, CompositorPowers } from "../powers.ts";
import { createEvaluator } from "./evaluate.ts";
import type { GateCall } from "./gate-call.ts";
import { onion } from "./onion.ts";
import { Replays } from "./replays.ts";
import { WaitingRoom } from "./waiting-room.ts";

/** The way of every call, and what must be put down when it closes. */
export interface Pipeline {
  run(call: GateCall): Promise<JsonObject>;
  close(): void;
}

/** Puts the layers in their order; each stands where it does for the reason given. */
export function createPipeline(
  powers: CompositorPowers & { limits: CompositorLimits },
  front: Pick<ApprovalParts, "currentTool" | "isMounted">,
): Pipeline {
  const latch = latchAtHand(powers.agent, powers.store.latches, powers.store.changes);
  const admission = createAdmission(powers.limits);
  const audit = createAudit(powers);
  const evaluate = createEvaluator(powers, audit);
  const waitingRoom = new WaitingRoom(powers);
  const replays = new Replays(powers.limits);
  const elicit = createElicitor(powers);
  const run = onion([
    // First: a call over the cap must cost nothing and create nothing.
    admission.layer,
    // Round everything that may dispatch, so that every dispatch has its end recorded, however it ends.
    audit.layer,
    // Before the policy, whose word counts for nothing while the agent is stopped.
    stoppedAgentLayer(powers, audit, latch),
    // Before anything that runs or waits: no verdict, nothing below.
    decisionLayer(powers, audit, evaluate),
    // After the policy, which alone can say that a person is asked; outside the dispatch, whose clock starts when the person is done.
    approvalLayer(powers, { audit, evaluate, waitingRoom, replays, elicit, admission, ...front }),
    // After every wait, and outside the next, which would take its refusal for a child's.
    sameToolLayer(front.currentTool),
    // Next to the child: nobody above may see an answer that passes for the gate's own.
    reservedErrorsLayer,
    // Last, and the only one that can reach a child: it takes what the audit recorded, nothing else.
    dispatchLayer,
  ]);
  return {
    run,
    close() {
      waitingRoom.close();
      replays.close();
      latch.close();
    },
  };
}

import type { LatchAtHand } from "../latch-at-hand.ts";
import type { Layer } from "../pipeline/onion.ts";
import type { CompositorPowers } from "../powers.ts";
import type { Audit } from "./audit.ts";

/** Refuses whatever a stopped agent calls, before anybody is asked what they think of it. */
export function stoppedAgentLayer(
  { principal }: Pick<CompositorPowers, "principal">,
  audit: Audit,
  latch: LatchAtHand,
): Layer {
  return async (call, next) => {
    // A person's own calls are not the agent's.
    if (principal === "human") return next();
    const stopped = await latch.current().catch((error: unknown) => {
      const text = error instanceof Error ? error.message : String(error);
      throw call.refusal("policy_evaluator_error", `it cannot be read whether the agent is stopped: ${text}`);
    });
    if (stopped !== null) throw await audit.refuseStopped(call, stopped);
    return next();
  };
}

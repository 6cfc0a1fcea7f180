import { attachServer } from "@sallyport/contract/compositor-admin";
import type { Decision } from "@sallyport/contract/decisions";
import { riskyLaunch } from "@sallyport/contract/launch-risk";
import type { GateCall } from "../pipeline/gate-call.ts";

/**
 * A launch that may not be what it looks like is put to a person, whatever the policy allows; who is asked for one anyway
 * is told of it too.
 */
export function withLaunchFloor(call: GateCall, decision: Decision): Decision {
  const { entry, args } = call.incoming;
  if (entry.tool !== attachServer.name || !entry.mount.isProduct || entry.mount.name !== "compositor_admin")
    return decision;
  if (decision.decision !== "allow" && decision.decision !== "ask") return decision;
  // What the server itself refuses starts nothing.
  const input = attachServer.input.safeParse(args);
  const risks = input.success ? riskyLaunch(input.data.spec) : [];
  if (risks.length === 0) return decision;
  const rationale = [...(decision.rationale === "" ? [] : [decision.rationale]), ...risks].join("; ");
  if (decision.decision === "ask") return { ...decision, rationale };
  return { decision: "ask", rationale, policy: decision.policy };
}

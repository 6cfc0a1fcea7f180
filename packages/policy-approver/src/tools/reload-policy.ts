import { Fault } from "@sallyport/contract/faults";
import { reloadPolicy } from "@sallyport/contract/policy-approver";
import { implement, type ServedTool } from "@sallyport/mcp";
import { activateChecked, activated, mustPass } from "../activation.ts";
import type { PolicyApproverPowers } from "../powers.ts";

export function reloadPolicyTool(powers: PolicyApproverPowers): ServedTool {
  return implement(reloadPolicy, async ({ source }) => {
    const active = await powers.policies.active(powers.agent);
    if (active === null) {
      throw new Fault("not_found", `agent \`${powers.agent}\` has no policy to load; set one with \`set_mode\``);
    }
    if (source === undefined) {
      await mustPass(powers, active);
      return activated(active);
    }
    const { language, non_interactive } = active;
    return activateChecked(powers, { language, source, mode: "custom", non_interactive, reason: "reloaded" });
  });
}

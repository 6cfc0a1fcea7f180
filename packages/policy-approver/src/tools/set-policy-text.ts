import { setPolicyText } from "@sallyport/contract/policy-approver";
import { implement, type ServedTool } from "@sallyport/mcp";
import { activateChecked } from "../activation.ts";
import type { PolicyApproverPowers } from "../powers.ts";

export function setPolicyTextTool(powers: PolicyApproverPowers): ServedTool {
  return implement(setPolicyText, async ({ source, language, reason }) => {
    const active = await powers.policies.active(powers.agent);
    return activateChecked(powers, {
      language,
      source,
      reason,
      mode: "custom",
      non_interactive: active?.non_interactive ?? false,
    });
  });
}

import { Fault } from "@sallyport/contract/faults";
import { setPolicy } from "@sallyport/contract/policy-approver";
import { implement, type ServedTool } from "@sallyport/mcp";
import { activateChecked } from "../activation.ts";
import type { PolicyApproverPowers } from "../powers.ts";

export function setPolicyTool(powers: PolicyApproverPowers): ServedTool {
  return implement(setPolicy, async ({ version }) => {
    const earlier = await powers.policies.version(powers.agent, version);
    if (earlier === null) {
      throw new Fault(
        "not_found",
        `agent \`${powers.agent}\` has no policy version ${version}; the history (\`sallyport policy history\`) has those there are`,
      );
    }
    const { language, source, mode, non_interactive } = earlier;
    return activateChecked(powers, { language, source, mode, non_interactive, reason: `back to version ${version}` });
  });
}

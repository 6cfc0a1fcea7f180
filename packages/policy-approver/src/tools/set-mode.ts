import { Fault } from "@sallyport/contract/faults";
import { setMode } from "@sallyport/contract/policy-approver";
import { implement, type ServedTool } from "@sallyport/mcp";
import { activateChecked } from "../activation.ts";
import type { PolicyApproverPowers } from "../powers.ts";

export function setModeTool(powers: PolicyApproverPowers): ServedTool {
  return implement(setMode, async ({ id }) => {
    const reason = `mode ${id}`;
    if (id !== "non-interactive") {
      const { language, source } = await powers.modes.loadMode(id);
      return activateChecked(powers, { language, source, mode: id, non_interactive: false, reason }, "load");
    }
    const active = await powers.policies.active(powers.agent);
    if (active === null) {
      throw new Fault(
        "wrong_state",
        `agent \`${powers.agent}\` has no policy for \`non-interactive\` to wrap; set another mode first`,
      );
    }
    const { language, source, mode } = active;
    return activateChecked(powers, { language, source, mode, non_interactive: true, reason }, "load");
  });
}

import { listModes } from "@sallyport/contract/policy-approver";
import { implement, type ServedTool } from "@sallyport/mcp";
import type { PolicyApproverPowers } from "../powers.ts";

export function listModesTool({ agent, policies, modes }: PolicyApproverPowers): ServedTool {
  return implement(listModes, async () => {
    const active = await policies.active(agent);
    return {
      modes: modes.listModes().map(({ id, title, description }) => ({
        id,
        title,
        description,
        // `non-interactive` wraps a program, so it can be in force beside another mode.
        active: id === "non-interactive" ? active?.non_interactive === true : active?.mode === id,
      })),
    };
  });
}

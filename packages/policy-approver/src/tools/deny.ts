import { deny } from "@sallyport/contract/policy-approver";
import { implement, type ServedTool } from "@sallyport/mcp";
import { ownApproval } from "../own-records.ts";
import type { PolicyApproverPowers } from "../powers.ts";

export function denyTool(powers: PolicyApproverPowers): ServedTool {
  return implement(deny, async ({ id, reason, stop_agent }) => {
    await ownApproval(powers, id);
    const { state } = await powers.approvals.deny({ id, reason, stop_agent, by: powers.by });
    return { id, state };
  });
}

import { revoke } from "@sallyport/contract/policy-approver";
import { implement, type ServedTool } from "@sallyport/mcp";
import { ownApproval } from "../own-records.ts";
import type { PolicyApproverPowers } from "../powers.ts";

export function revokeTool(powers: PolicyApproverPowers): ServedTool {
  return implement(revoke, async ({ id }) => {
    await ownApproval(powers, id);
    const { state } = await powers.approvals.revoke({ id, by: powers.by });
    return { id, state };
  });
}

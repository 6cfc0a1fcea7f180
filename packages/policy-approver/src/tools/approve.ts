import { approve } from "@sallyport/contract/policy-approver";
import { implement, type ServedTool } from "@sallyport/mcp";
import { ownApproval } from "../own-records.ts";
import type { PolicyApproverPowers } from "../powers.ts";

export function approveTool(powers: PolicyApproverPowers): ServedTool {
  return implement(approve, async ({ id, option, comment }) => {
    await ownApproval(powers, id);
    const { state, runs, expires_at } = await powers.approvals.approve({
      id,
      by: powers.by,
      ...(option !== undefined && { option }),
      ...(comment !== undefined && { comment }),
    });
    return { id, state, runs, expires_at };
  });
}

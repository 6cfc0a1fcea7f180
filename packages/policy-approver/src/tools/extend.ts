import { extend } from "@sallyport/contract/policy-approver";
import { implement, type ServedTool } from "@sallyport/mcp";
import { ownApproval } from "../own-records.ts";
import type { PolicyApproverPowers } from "../powers.ts";

export function extendTool(powers: PolicyApproverPowers): ServedTool {
  return implement(extend, async ({ id }) => {
    await ownApproval(powers, id);
    const { state, expires_at } = await powers.approvals.extend({ id, by: powers.by });
    return { id, state, expires_at };
  });
}

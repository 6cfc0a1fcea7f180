import { rejectProposal } from "@sallyport/contract/policy-approver";
import { implement, type ServedTool } from "@sallyport/mcp";
import { ownProposal } from "../own-records.ts";
import type { PolicyApproverPowers } from "../powers.ts";

export function rejectProposalTool(powers: PolicyApproverPowers): ServedTool {
  return implement(rejectProposal, async ({ id, reason }) => {
    await ownProposal(powers, id);
    await powers.proposals.reject({ id, reason, by: powers.by });
    return { id, status: "rejected" as const };
  });
}

import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { Fault } from "@sallyport/contract/faults";
import type { ProposalRecord } from "@sallyport/contract/proposals";
import type { PolicyApproverPowers } from "./powers.ts";

/** This agent's approval, or `not_found`: another agent's answers exactly as one that does not exist. */
export async function ownApproval(
  { agent, approvals }: Pick<PolicyApproverPowers, "agent" | "approvals">,
  id: string,
): Promise<ApprovalRecord> {
  const record = await approvals.get(id);
  if (record?.agent !== agent) {
    throw new Fault("not_found", `there is no approval \`${id}\`; read \`approvals://pending\` for those that wait`);
  }
  return record;
}

/** This agent's proposal, or `not_found`. */
export async function ownProposal(
  { agent, proposals }: Pick<PolicyApproverPowers, "agent" | "proposals">,
  id: string,
): Promise<ProposalRecord> {
  const record = await proposals.get(id);
  if (record?.agent !== agent) {
    throw new Fault(
      "not_found",
      `there is no proposal \`${id}\`; read \`resource://approval-policy/proposals/list\` for those there are`,
    );
  }
  return record;
}

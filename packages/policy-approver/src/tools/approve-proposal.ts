import { Fault } from "@sallyport/contract/faults";
import { approveProposal } from "@sallyport/contract/policy-approver";
import { reviewToken } from "@sallyport/contract/review";
import { implement, type ServedTool } from "@sallyport/mcp";
import { activated, mustPass } from "../activation.ts";
import { ownProposal } from "../own-records.ts";
import type { PolicyApproverPowers } from "../powers.ts";

export function approveProposalTool(powers: PolicyApproverPowers): ServedTool {
  return implement(approveProposal, async ({ id, review, comment }) => {
    const proposal = await ownProposal(powers, id);
    const active = await powers.policies.active(powers.agent);
    if (proposal.status === "pending" && review !== reviewToken(proposal, active?.digest ?? null)) {
      throw new Fault(
        "stale_review",
        `the proposal \`${id}\` or the active policy is not what was reviewed; read the proposal's page again and decide on that`,
      );
    }
    // A decided proposal is not worth a check; the store says who decided it, and when.
    if (proposal.status === "pending") await mustPass(powers, proposal);
    const version = await powers.proposals.approve({
      id,
      active_version: active?.version ?? null,
      policy: {
        agent: powers.agent,
        language: proposal.language,
        source: proposal.source,
        mode: "custom",
        // Whether anybody is there to ask is the person's word, never a proposal's.
        non_interactive: active?.non_interactive ?? false,
        author: `agent:${proposal.agent}`,
        reason: `proposal ${id}, approved by ${powers.by}`,
      },
      by: powers.by,
      ...(comment !== undefined && { comment }),
    });
    return activated(version);
  });
}

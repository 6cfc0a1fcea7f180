import type { ServedTable } from "@sallyport/mcp";
import type { PolicyProposerPowers } from "./powers.ts";
import { proposePolicyTool } from "./tools/propose-policy.ts";
import { withdrawProposalTool } from "./tools/withdraw-proposal.ts";
import { VERSION } from "./version.ts";

/** The agent's side of its policy: propose one, take it back. Only a person can make it the policy. */
export function createPolicyProposer(powers: PolicyProposerPowers): ServedTable {
  return {
    info: { name: "sallyport-policy-proposer", title: "Sallyport policy proposer", version: VERSION },
    tools: [proposePolicyTool(powers), withdrawProposalTool(powers)],
  };
}

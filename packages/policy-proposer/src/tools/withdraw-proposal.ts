import { withdrawProposal } from "@sallyport/contract/policy-proposer";
import { implement, type ServedTool } from "@sallyport/mcp";
import type { PolicyProposerPowers } from "../powers.ts";

export function withdrawProposalTool({ agent, drafts }: PolicyProposerPowers): ServedTool {
  return implement(withdrawProposal, async ({ id }) => {
    await drafts.withdraw({ agent, id });
    return { ok: true as const };
  });
}

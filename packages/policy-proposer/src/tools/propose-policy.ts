import { Fault } from "@sallyport/contract/faults";
import { PROPOSAL_SOURCE_LIMIT } from "@sallyport/contract/policies";
import { policyProblems } from "@sallyport/contract/policy-problems";
import { proposePolicy } from "@sallyport/contract/policy-proposer";
import { implement, type ServedTool } from "@sallyport/mcp";
import type { PolicyProposerPowers } from "../powers.ts";

export function proposePolicyTool({ agent, drafts, checker }: PolicyProposerPowers): ServedTool {
  return implement(proposePolicy, async ({ source, language, title, rationale }) => {
    const bytes = Buffer.byteLength(source, "utf8");
    if (bytes > PROPOSAL_SOURCE_LIMIT) {
      throw new Fault(
        "too_large",
        `the source has ${bytes} bytes and a proposal may hold ${PROPOSAL_SOURCE_LIMIT}; make it shorter`,
        { bytes, limit: PROPOSAL_SOURCE_LIMIT },
      );
    }
    const { valid, errors } = await checker.check({ language, source });
    if (!valid) throw policyProblems(errors, "nothing was proposed; mend the program and propose it again");
    const { id } = await drafts.propose({ agent, language, title, rationale, source });
    return { id, status: "pending" as const };
  });
}

import { validatePolicy } from "@sallyport/contract/policy-approver";
import { implement, type ServedTool } from "@sallyport/mcp";
import type { PolicyApproverPowers } from "../powers.ts";

export function validatePolicyTool({ checker }: Pick<PolicyApproverPowers, "checker">): ServedTool {
  return implement(validatePolicy, (program) => checker.check(program));
}

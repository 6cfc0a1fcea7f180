import type { PolicyVersion } from "@sallyport/contract/policies";
import { policyProblems } from "@sallyport/contract/policy-problems";
import type { NewPolicy } from "@sallyport/store";
import type { PolicyApproverPowers } from "./powers.ts";

/** Throws `invalid_policy` with every diagnostic where the program fails its check. */
export async function mustPass(
  { checker }: Pick<PolicyApproverPowers, "checker">,
  { language, source }: Pick<NewPolicy, "language" | "source">,
  how: "check" | "load" = "check",
): Promise<void> {
  const { valid, errors } = await checker[how]({ language, source });
  if (!valid) throw policyProblems(errors, "the active policy is unchanged");
}

/** Check, then write durably; the store announces it. A program that fails leaves the old one in force. */
export async function activateChecked(
  powers: Pick<PolicyApproverPowers, "agent" | "by" | "checker" | "policies">,
  policy: Omit<NewPolicy, "agent" | "author">,
  how: "check" | "load" = "check",
): Promise<ActivatedPolicy> {
  await mustPass(powers, policy, how);
  return activated(await powers.policies.activate({ ...policy, agent: powers.agent, author: powers.by }));
}

export type ActivatedPolicy = Omit<PolicyVersion, "source">;

/** A version as the tools answer it: everything but the program, which the caller has or can read. */
export function activated({ source: _, ...version }: PolicyVersion): ActivatedPolicy {
  return version;
}

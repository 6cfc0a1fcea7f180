import type { PolicyChecker } from "@sallyport/policy";
import type { ProposalDrafts } from "@sallyport/store";

/** A pen for proposals and a sandbox to check them in. It can activate nothing and read nothing. */
export interface PolicyProposerPowers {
  /** Whose proposals these are. */
  agent: string;
  drafts: ProposalDrafts;
  checker: PolicyChecker;
}

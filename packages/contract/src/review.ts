import { digestOf } from "./digests.ts";
import type { ProposalRecord } from "./proposals.ts";

/**
 * The token of the page a person read: it binds the whole proposal and the policy it was compared with.
 * The page's server shows it, the approver works it out again; where they differ the page is stale.
 * @param activeDigest digest of the agent's active policy, null where it has none
 */
export function reviewToken(proposal: ProposalRecord, activeDigest: string | null): string {
  const { id, agent, language, title, rationale, source } = proposal;
  return digestOf({ proposal: digestOf({ id, agent, language, title, rationale, source }), active: activeDigest });
}

import { z } from "zod";
import { policyLanguage } from "./policies.ts";
import { agentId } from "./principals.ts";

export const proposalStatus = z.enum(["pending", "approved", "rejected", "withdrawn", "superseded"]);
export type ProposalStatus = z.infer<typeof proposalStatus>;

/** A policy an agent would like to have. Times are ISO 8601 in UTC. */
export const proposalRecord = z.strictObject({
  id: z.string(),
  agent: agentId,
  status: proposalStatus,
  language: policyLanguage,
  title: z.string(),
  rationale: z.string(),
  source: z.string(),
  created_at: z.string(),
  decided_at: z.string().nullable(),
  decided_by: z.string().nullable(),
  comment: z.string().nullable(),
});
export type ProposalRecord = z.infer<typeof proposalRecord>;

/** The page a person reads before deciding: the record, its diff to the active policy, and the token of this very view. */
export const proposalPage = proposalRecord.extend({ diff: z.string(), review: z.string().nullable() });
export type ProposalPage = z.infer<typeof proposalPage>;

/** What the list of proposals says of each; the page has the rest. */
export const proposalSummary = proposalRecord.omit({ source: true, rationale: true }).extend({ uri: z.string() });
export const proposalList = z.strictObject({ proposals: z.array(proposalSummary) });
export type ProposalList = z.infer<typeof proposalList>;

/** Most proposals an agent may have open, and may make in an hour. */
export const OPEN_PROPOSALS_LIMIT = 10;
export const PROPOSALS_PER_HOUR = 20;

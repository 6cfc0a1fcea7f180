import { z } from "zod";
import { agentId } from "./principals.ts";

/** Why an agent may call nothing any more: set by `deny_abort`, by a person who stops it, or by `abort`; only a person lifts it. */
export const abortLatch = z.strictObject({ at: z.string(), by: z.string(), reason: z.string() });
export type AbortLatch = z.infer<typeof abortLatch>;

/** An agent as the store knows it. Times are ISO 8601 in UTC. */
export const agentRecord = z.strictObject({
  agent: agentId,
  /** Null while its calls are decided by its policy. */
  aborted: abortLatch.nullable(),
  /** How often it said that its turn is over, and when last. */
  turns: z.int(),
  yielded_at: z.string().nullable(),
  policy_version: z.int().nullable(),
  mode: z.string().nullable(),
  pending_approvals: z.int(),
  /** Compositors that serve it now. */
  compositors: z.int(),
});
export type AgentRecord = z.infer<typeof agentRecord>;

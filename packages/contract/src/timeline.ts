import { z } from "zod";
import { DECISION_WORDS } from "./decisions.ts";
import { agentId } from "./principals.ts";

export const timelinePhase = z.enum(["policy", "call", "mount", "approval", "proposal", "hook", "runtime"]);

/** One thing that happened (contract section 15). `hash` covers the event and `prev`; a changed past does not verify. */
export const timelineEvent = z.strictObject({
  seq: z.int().positive(),
  ts: z.string(),
  agent: agentId,
  phase: timelinePhase,
  action: z.string(),
  status: z.string(),
  server: z.string().optional(),
  tool: z.string().optional(),
  call_id: z.string().optional(),
  /** The approval or proposal the event is about. */
  subject: z.string().optional(),
  /** Who decided it: a call, a proposal, that the agent stops or goes on. */
  by: z.string().optional(),
  policy: z.strictObject({ version: z.int(), digest: z.string() }).optional(),
  verdict: z.enum(DECISION_WORDS).or(z.literal("policy_ask")).optional(),
  violation_type: z.string().optional(),
  attempt: z.int().optional(),
  error: z.strictObject({ code: z.union([z.int(), z.string()]), message: z.string() }).optional(),
  duration_ms: z.number().optional(),
  prev: z.string(),
  hash: z.string(),
});
export type TimelineEvent = z.infer<typeof timelineEvent>;

/** Most events that the page of the newest ones has. */
export const TIMELINE_RECENT_LIMIT = 200;
/** Most events that a page of what came after one has. */
export const TIMELINE_NEXT_LIMIT = 500;

/** A stretch of one agent's timeline, oldest first. What came since is on the page after `head`; a full page may have more after it. */
export const timelinePage = z.strictObject({ events: z.array(timelineEvent), head: z.int().nonnegative() });
export type TimelinePage = z.infer<typeof timelinePage>;

/** An event before the store numbers and chains it. */
export type TimelineEntry = Omit<TimelineEvent, "seq" | "ts" | "prev" | "hash">;

import { z } from "zod";
import { askOption, policyStamp, safetyClass } from "./decisions.ts";
import { jsonObject } from "./json.ts";
import { agentId, principalKind } from "./principals.ts";

/** Where an approval can be (contract section 5). `orphaned`: its caller is gone, a person may still decide. */
export const approvalState = z.enum([
  "pending",
  "orphaned",
  "approved",
  "claimed",
  "done",
  "failed",
  "unknown",
  "denied",
  "expired",
  "cancelled",
  "revoked",
  "voided",
]);
export type ApprovalState = z.infer<typeof approvalState>;

/** Every move there is. Each is one conditional UPDATE that must change exactly one row. */
export const APPROVAL_EDGES: Readonly<Record<ApprovalState, readonly ApprovalState[]>> = {
  pending: ["approved", "denied", "expired", "orphaned", "cancelled"],
  orphaned: ["pending", "approved", "denied", "expired", "cancelled"],
  approved: ["claimed", "revoked", "expired", "voided", "cancelled"],
  claimed: ["done", "failed", "unknown", "voided"],
  done: [],
  failed: [],
  unknown: [],
  denied: [],
  expired: [],
  cancelled: [],
  revoked: [],
  voided: [],
};

/** How long an ask waits for a person, in milliseconds. */
export const APPROVAL_LIFETIME_MS = 60 * 60 * 1000;
/** How much longer a question stands each time a person asks for more time, in milliseconds. */
export const APPROVAL_EXTENSION_MS = 60 * 60 * 1000;
/** The longest a question stands, however often it was extended, counted from when it was put; in milliseconds. */
export const LONGEST_APPROVAL_MS = 24 * 60 * 60 * 1000;
/** How long an approval whose caller has gone stays good for one identical repeat, in milliseconds. */
export const ONE_SHOT_LIFETIME_MS = 10 * 60 * 1000;
/** The most asks one agent may have waiting. */
export const PENDING_LIMIT = 50;

/** What a caller's client said of itself in `initialize`. Nobody vouches for it; hidden characters stand as tokens. */
export const clientClaim = z.strictObject({ name: z.string(), version: z.string() });
export type ClientClaim = z.infer<typeof clientClaim>;

/** One question to a person, as the store has it. Times are ISO 8601 in UTC. */
export const approvalRecord = z.strictObject({
  approval_id: z.string(),
  agent: agentId,
  principal: principalKind,
  session: z.string(),
  /** Claimed. Null where code of the product's own made the call. */
  client: clientClaim.nullable(),
  /** Name on the front, mount and the child's own tool name. */
  name: z.string(),
  server: z.string(),
  tool: z.string(),
  /** What the tool's server calls it, cleaned as `client` is; null where it has no title. */
  tool_title: z.string().nullable(),
  safety: safetyClass,
  arguments: jsonObject,
  arguments_digest: z.string(),
  definition_digest: z.string(),
  policy: policyStamp,
  rationale: z.string(),
  options: z.array(askOption),
  state: approvalState,
  created_at: z.string(),
  expires_at: z.string(),
  /** The gateway instance whose call waits, or waited. */
  owner: z.string(),
  decided_at: z.string().nullable(),
  decided_by: z.string().nullable(),
  option: z.string().nullable(),
  comment: z.string().nullable(),
  stop_agent: z.boolean(),
});
export type ApprovalRecord = z.infer<typeof approvalRecord>;

/** In `_meta` of a call's result: it was answered before its host's limit, and is no answer of its tool's. Only the gate says so. */
export const META_SETTLED = "sallyport/settled";
/** Where a call stands that was answered before its host's limit. The identical call repeated goes on from there. */
export const settledCall = z.strictObject({
  settled: z.literal(true),
  approval_id: z.string(),
  /** `pending`: a person has not answered. `running`: approved, and its server works on it. */
  state: z.enum(["pending", "running"]),
  /** Until when the question stands; null where it was answered. */
  expires_at: z.string().nullable(),
  executed: z.boolean(),
});
export type SettledCall = z.infer<typeof settledCall>;

/** How long a refusal that no call heard waits for the identical repeat, in milliseconds. */
export const REFUSAL_WAITS_MS = 60 * 60 * 1000;

/** States in which a person can still say yes or no. */
export const DECIDABLE_STATES: readonly ApprovalState[] = ["pending", "orphaned"];

/** What the index of waiting calls says of each; the record has the arguments and the options. */
export const pendingApproval = approvalRecord
  .pick({
    approval_id: true,
    agent: true,
    session: true,
    client: true,
    name: true,
    server: true,
    tool: true,
    tool_title: true,
    safety: true,
    rationale: true,
    state: true,
    created_at: true,
    expires_at: true,
  })
  .extend({ uri: z.string() });
export const pendingApprovals = z.strictObject({ approvals: z.array(pendingApproval) });
export type PendingApprovals = z.infer<typeof pendingApprovals>;

/** Most decided approvals a history shows. */
export const APPROVAL_HISTORY_LIMIT = 100;
/** What waits, apart from what was decided, newest first. */
export const approvalHistory = z.strictObject({
  pending: z.array(approvalRecord),
  decided: z.array(approvalRecord).max(APPROVAL_HISTORY_LIMIT),
});
export type ApprovalHistory = z.infer<typeof approvalHistory>;

import { z } from "zod";
import { jsonObject } from "./json.ts";
import { agentId, principalKind } from "./principals.ts";

/** What a policy program may answer. A name outside this list is an evaluator error, never an allow. */
export const verdict = z.enum(["allow", "ask", "deny_continue", "deny_abort"]);
export type Verdict = z.infer<typeof verdict>;

/** How much a tool can change, from annotations of trusted mounts; `mutating` where nobody vouches. */
export const safetyClass = z.enum(["read_only", "mutating", "destructive", "network"]);
export type SafetyClass = z.infer<typeof safetyClass>;

/** One choice an ask offers. What it allows is the policy's word, not guessed from its kind. */
export const askOption = z.strictObject({
  id: z.string().min(1).max(64),
  name: z.string().min(1).max(200),
  kind: z.enum(["allow_once", "allow_always", "reject_once", "reject_always"]),
  allows: z.boolean(),
});
export type AskOption = z.infer<typeof askOption>;

/** What a person may choose where the policy names no options of its own. */
export const DEFAULT_ASK_OPTIONS: readonly AskOption[] = [
  { id: "allow_once", name: "Allow once", kind: "allow_once", allows: true },
  { id: "reject_once", name: "Reject", kind: "reject_once", allows: false },
];

/** A policy program's answer, complete and exact: an extra key is an evaluator error. */
export const policyAnswer = z.strictObject({
  decision: verdict,
  rationale: z.string().optional(),
  options: z.array(askOption).max(16).optional(),
});

/** What is decided on: the name on the front and the arguments. */
export const policyCall = z.strictObject({ name: z.string(), arguments: jsonObject });
export type PolicyCall = z.infer<typeof policyCall>;

/** What the gate adds to a call. A caller's own `context` is replaced by it. */
export const callContext = z.strictObject({
  principal: principalKind,
  agent: agentId,
  server: z.string(),
  tool: z.string(),
  safety: safetyClass,
  annotations: jsonObject,
  mode: z.string(),
  interactive: z.boolean(),
  session: z.string(),
});
export type CallContext = z.infer<typeof callContext>;

/** Which policy a decision was made under. */
export const policyStamp = z.strictObject({ version: z.int().positive(), digest: z.string() });
export type PolicyStamp = z.infer<typeof policyStamp>;

/** A decision after everything around the program was checked. */
export const decision = z.strictObject({
  decision: verdict,
  rationale: z.string(),
  options: z.array(askOption).optional(),
  policy: policyStamp,
});
export type Decision = z.infer<typeof decision>;

/** How a call was decided, on the timeline: policy and people have different words (contract section 4). */
export const DECISION_WORDS = [
  "policy_allow",
  "policy_deny_continue",
  "policy_deny_abort",
  "grant_allow",
  "user_approve",
  "user_deny_continue",
  "user_deny_abort",
  "expired",
  "caller_gone",
  "evaluator_error",
] as const;
export type DecisionWord = (typeof DECISION_WORDS)[number];

import { z } from "zod";
import { approvalState } from "./approvals.ts";
import { modeId, policyCheck, policyLanguage, policyVersion } from "./policies.ts";
import { CHANGES, READS, toolContract } from "./tools.ts";

const comment = z.string().max(500);
const activated = policyVersion.omit({ source: true });

export const approve = toolContract({
  name: "approve",
  title: "Allow a waiting call",
  description:
    "Allow one call, once. If its caller has gone nothing runs now: the same call, repeated within ten minutes, runs once.",
  annotations: CHANGES,
  input: z.strictObject({
    id: z.string().min(1),
    option: z.string().optional().describe("one of the options the ask came with; the first that allows if left out"),
    scope: z.strictObject({ kind: z.literal("once") }).default({ kind: "once" }),
    comment: comment.optional(),
  }),
  output: z.strictObject({
    id: z.string(),
    state: approvalState,
    runs: z
      .enum(["now", "on_repeat"])
      .describe("`on_repeat`: the caller has gone, the identical call repeated runs once"),
    expires_at: z.string(),
  }),
});

export const deny = toolContract({
  name: "deny",
  title: "Refuse a waiting call",
  description: "Refuse one call. The reason is shown to the agent; `stop_agent` tells it to stop altogether.",
  annotations: CHANGES,
  input: z.strictObject({ id: z.string().min(1), reason: comment.default(""), stop_agent: z.boolean().default(false) }),
  output: z.strictObject({ id: z.string(), state: approvalState }),
});

export const extend = toolContract({
  name: "extend",
  title: "Give a waiting call more time",
  description: "Let a call wait one hour longer before it is refused for want of an answer; at most 24 hours in all.",
  annotations: CHANGES,
  input: z.strictObject({ id: z.string().min(1) }),
  output: z.strictObject({ id: z.string(), state: approvalState, expires_at: z.string() }),
});

export const revoke = toolContract({
  name: "revoke",
  title: "Take an approval back",
  description: "Take back an approval that no call has claimed yet.",
  annotations: CHANGES,
  input: z.strictObject({ id: z.string().min(1) }),
  output: z.strictObject({ id: z.string(), state: approvalState }),
});

export const approveProposal = toolContract({
  name: "approve_proposal",
  title: "Make a proposal the policy",
  description:
    "Activate the proposal that was read. `review` is the token of the page that was read; if anything on it changed since, nothing happens.",
  annotations: CHANGES,
  input: z.strictObject({ id: z.string().min(1), review: z.string().min(1), comment: comment.optional() }),
  output: activated,
});

export const rejectProposal = toolContract({
  name: "reject_proposal",
  title: "Reject a proposal",
  description: "Reject a proposal. The reason is what the agent reads on it.",
  annotations: CHANGES,
  input: z.strictObject({ id: z.string().min(1), reason: comment.default("") }),
  output: z.strictObject({ id: z.string(), status: z.literal("rejected") }),
});

export const setPolicy = toolContract({
  name: "set_policy",
  title: "Go back to an earlier policy",
  description: "Activate an earlier version again, as a new version.",
  annotations: CHANGES,
  input: z.strictObject({ version: z.int().positive() }),
  output: activated,
});

export const setPolicyText = toolContract({
  name: "set_policy_text",
  title: "Set the policy",
  description: "Check a program and make it the policy. A program that fails its check changes nothing.",
  annotations: CHANGES,
  input: z.strictObject({
    source: z.string(),
    language: policyLanguage.default("typescript"),
    reason: comment.default(""),
  }),
  output: activated,
});

export const validatePolicy = toolContract({
  name: "validate_policy",
  title: "Check a policy",
  description: "Check a program's types, load it in the sandbox and run its tests. Changes nothing.",
  annotations: READS,
  input: z.strictObject({ source: z.string(), language: policyLanguage.default("typescript") }),
  output: policyCheck,
});

export const reloadPolicy = toolContract({
  name: "reload_policy",
  title: "Load the policy again",
  description: "Check the active policy once more; with `source`, check that and make it the policy.",
  annotations: CHANGES,
  input: z.strictObject({ source: z.string().min(1).optional() }),
  output: activated,
});

export const listModes = toolContract({
  name: "list_modes",
  title: "List the modes",
  description: "The policies that ship with the product, and which one is in force.",
  annotations: READS,
  input: z.strictObject({}),
  output: z.strictObject({
    modes: z.array(z.strictObject({ id: modeId, title: z.string(), description: z.string(), active: z.boolean() })),
  }),
});

export const setMode = toolContract({
  name: "set_mode",
  title: "Set the mode",
  description: "Make a shipped policy the policy. `non-interactive` keeps the program and turns every ask into a deny.",
  annotations: CHANGES,
  input: z.strictObject({ id: modeId }),
  output: activated,
});

export const acceptDefinition = toolContract({
  name: "accept_definition",
  title: "Accept a changed tool",
  description: "Accept a tool whose definition changed since it was first seen; until then it cannot be called.",
  annotations: CHANGES,
  input: z.strictObject({
    server: z.string().min(1),
    tool: z.string().min(1),
    digest: z.string().min(1).describe("the digest of the definition that was read"),
  }),
  output: z.strictObject({ server: z.string(), tool: z.string(), digest: z.string() }),
});

import { z } from "zod";
import { agentId } from "./principals.ts";

export const policyLanguage = z.enum(["typescript", "javascript", "python"]);
export type PolicyLanguage = z.infer<typeof policyLanguage>;

/** File extension and MIME type of a policy's source. */
export const POLICY_FILES: Readonly<Record<PolicyLanguage, { extension: "ts" | "js" | "py"; mime: string }>> = {
  typescript: { extension: "ts", mime: "text/x-typescript" },
  javascript: { extension: "js", mime: "text/javascript" },
  python: { extension: "py", mime: "text/x-python" },
};

/** Most bytes of UTF-8 a policy source may hold; a proposal may hold half. */
export const POLICY_SOURCE_LIMIT = 128 * 1024;
export const PROPOSAL_SOURCE_LIMIT = 64 * 1024;

/** One version of one agent's policy. The highest version is the active one; versions only rise. */
export const policyVersion = z.strictObject({
  agent: agentId,
  version: z.int().positive(),
  digest: z.string(),
  language: policyLanguage,
  source: z.string(),
  /** The shipped mode this is, or `custom`. */
  mode: z.string(),
  /** True where every ask becomes a deny_continue, whatever the program says. */
  non_interactive: z.boolean(),
  author: z.string(),
  reason: z.string(),
  created_at: z.string(),
});
export type PolicyVersion = z.infer<typeof policyVersion>;

/** What the list of versions says of each, newest first; a version's page has its program too. */
export const policyVersionList = z.strictObject({ versions: z.array(policyVersion.omit({ source: true })) });
export type PolicyVersionList = z.infer<typeof policyVersionList>;

/** The modes the product ships (policy page, section 3). A new agent starts with `ask-writes`. */
export const MODE_IDS = ["read-only", "ask-writes", "open", "deny-all", "non-interactive"] as const;
export const modeId = z.enum(MODE_IDS);
export type ModeId = (typeof MODE_IDS)[number];
export const START_MODE: ModeId = "ask-writes";

/** One thing wrong with a policy; line and column count from 1. */
export const policyDiagnostic = z.strictObject({
  message: z.string(),
  line: z.int().positive().optional(),
  column: z.int().positive().optional(),
});
export type PolicyDiagnostic = z.infer<typeof policyDiagnostic>;

/** What checking a policy found. `types` says whether a type-checker was at hand. */
export const policyCheck = z.strictObject({
  valid: z.boolean(),
  errors: z.array(policyDiagnostic),
  tests: z.strictObject({ total: z.int(), passed: z.int(), failed: z.int() }),
  types: z.enum(["checked", "not_checked", "not_applicable"]),
});
export type PolicyCheck = z.infer<typeof policyCheck>;

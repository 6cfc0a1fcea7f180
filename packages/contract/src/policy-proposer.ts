import { z } from "zod";
import { policyLanguage } from "./policies.ts";
import { ADDS, toolContract } from "./tools.ts";

export const proposePolicy = toolContract({
  name: "propose_policy",
  title: "Propose a policy",
  description:
    "Propose a program as your policy. It is checked in the sandbox first, with its own tests; a person reads it and decides. Nothing changes until then.",
  annotations: ADDS,
  input: z.strictObject({
    source: z.string().min(1).describe("the whole program; at most 64 KiB"),
    language: policyLanguage.default("typescript"),
    title: z.string().max(120).default("").describe("one line that a person sees in a list"),
    rationale: z.string().max(2000).default("").describe("why you want it; shown as your claim"),
  }),
  output: z.strictObject({ id: z.string(), status: z.literal("pending") }),
});

export const withdrawProposal = toolContract({
  name: "withdraw_proposal",
  title: "Withdraw a proposal",
  description: "Take back a proposal of your own that nobody has decided yet.",
  annotations: { ...ADDS, idempotentHint: true },
  input: z.strictObject({ id: z.string().min(1) }),
  output: z.strictObject({ ok: z.literal(true) }),
});

import { readFileSync } from "node:fs";
import { policyCall, verdict } from "@sallyport/contract/decisions";
import { policyLanguage } from "@sallyport/contract/policies";
import { z } from "zod";

const errorKind = z.enum(["timeout", "memory", "threw", "bad_answer", "too_large", "unavailable"]);

/** One case of the suite that every engine passes: a program, a call, and what must come of it. */
const policyCase = z.strictObject({
  note: z.string(),
  language: policyLanguage.default("javascript"),
  policy: z.string(),
  call: policyCall.default({ name: "files_read", arguments: { path: "/x" } }),
  /** The call as JSON text, where a literal would say something else (`__proto__`, lone surrogates). */
  callJson: z.string().optional(),
  /** Decided this many times; the answer is the same each time. */
  repeat: z.int().default(1),
  want: z
    .strictObject({ decision: verdict, rationale: z.string(), options: z.array(z.unknown()).optional() })
    .optional(),
  /** The kind of `EvaluationError`; or the kinds, where it is the engine's to say what gave out first. */
  error: errorKind.optional(),
  errors: z.array(errorKind).optional(),
});
export type PolicyCase = z.infer<typeof policyCase>;

/** Reads a file of cases that lies beside this one. */
export function readCases(file: "answers" | "pure" | "hostile"): PolicyCase[] {
  return z.array(policyCase).parse(JSON.parse(readFileSync(new URL(`./${file}.json`, import.meta.url), "utf8")));
}

import { z } from "zod";
import { decision } from "./decisions.ts";
import { jsonObject } from "./json.ts";
import { READS, toolContract } from "./tools.ts";

const plannedCall = z.strictObject({
  name: z.string().min(1).describe("the tool's name on the front"),
  arguments: jsonObject.default({}),
});

const dryDecision = decision;

export const decide = toolContract({
  name: "decide",
  title: "What would the policy say?",
  description: "A dry decision of the active policy on one call. Records nothing and asks nobody.",
  annotations: READS,
  input: plannedCall.extend({
    context: jsonObject.optional().describe("facts to decide with, where the caller is trusted to state them"),
  }),
  output: dryDecision,
});

/** Most calls one `decide_batch` may plan. */
export const DECIDE_BATCH_LIMIT = 100;

export const decideBatch = toolContract({
  name: "decide_batch",
  title: "What would the policy say to these?",
  description: "Dry decisions of the active policy on up to 100 calls, for planning. Records nothing and asks nobody.",
  annotations: READS,
  input: z.strictObject({ calls: z.array(plannedCall).min(1).max(DECIDE_BATCH_LIMIT) }),
  output: z.strictObject({ results: z.array(dryDecision) }),
});

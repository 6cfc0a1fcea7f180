import { Fault } from "@sallyport/contract/faults";
import { decide } from "@sallyport/contract/policy-reader";
import { implement, type ServedTool } from "@sallyport/mcp";
import type { DryRun } from "../dry-run.ts";

export function decideTool(dryRun: DryRun): ServedTool {
  return implement(decide, async ({ context, ...call }) => {
    const [decision] = await dryRun.decide([call], context);
    if (decision === undefined) throw new Fault("evaluator_error", "the policy gave no decision");
    return decision;
  });
}

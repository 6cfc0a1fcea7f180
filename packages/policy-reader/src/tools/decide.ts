import { decide } from "@sallyport/contract/policy-reader";
import { implement, type ServedTool } from "@sallyport/mcp";
import type { DryRun } from "../dry-run.ts";

export function decideTool(dryRun: DryRun): ServedTool {
  return implement(decide, ({ context, ...call }) => dryRun.decide(call, context));
}

import { decideBatch } from "@sallyport/contract/policy-reader";
import { implement, type ServedTool } from "@sallyport/mcp";
import type { DryRun } from "../dry-run.ts";

export function decideBatchTool(dryRun: DryRun): ServedTool {
  return implement(decideBatch, async ({ calls }) => ({ results: await dryRun.decideBatch(calls) }));
}

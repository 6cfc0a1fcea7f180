import { listSubscriptions } from "@sallyport/contract/resources";
import { implement, type ServedTool } from "@sallyport/mcp";
import type { Subscriptions } from "../following/subscriptions.ts";

export function listSubscriptionsTool(current: Subscriptions): ServedTool {
  return implement(listSubscriptions, () => current.page());
}

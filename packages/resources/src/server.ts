import type { ServedTable } from "@sallyport/mcp";
import { Subscriptions } from "./following/subscriptions.ts";
import type { ResourcesPowers } from "./powers.ts";
import { subscriptionsPage } from "./resources/subscriptions-page.ts";
import { applyPresetTool } from "./tools/apply-preset.ts";
import { listTool } from "./tools/list.ts";
import { listSubscriptionsTool } from "./tools/list-subscriptions.ts";
import { listTemplatesTool } from "./tools/list-templates.ts";
import { readTool } from "./tools/read.ts";
import { readBlocksTool } from "./tools/read-blocks.ts";
import { savePresetTool } from "./tools/save-preset.ts";
import { subscribeTool } from "./tools/subscribe.ts";
import { subscribeListChangesTool } from "./tools/subscribe-list-changes.ts";
import { unsubscribeTool } from "./tools/unsubscribe.ts";
import { unsubscribeListChangesTool } from "./tools/unsubscribe-list-changes.ts";
import { VERSION } from "./version.ts";

/**
 * Lists, reads and follows the resources of its caller's own view. It connects to the view at once, to bring back what is
 * subscribed to, and stays connected until `close`.
 */
export function createResources(powers: ResourcesPowers): ServedTable & { close(): Promise<void> } {
  const current = new Subscriptions(powers);
  const { catalogue } = current;
  return {
    info: { name: "sallyport-resources", title: "Sallyport resources", version: VERSION },
    tools: [
      listTool(catalogue),
      listTemplatesTool(catalogue),
      readTool(current),
      readBlocksTool(current),
      subscribeTool(powers, current),
      unsubscribeTool(powers, current),
      subscribeListChangesTool(powers, catalogue),
      unsubscribeListChangesTool(powers),
      listSubscriptionsTool(current),
      savePresetTool(powers),
      applyPresetTool(powers, current),
    ],
    resources: subscriptionsPage(current),
    close: () => current.close(),
  };
}

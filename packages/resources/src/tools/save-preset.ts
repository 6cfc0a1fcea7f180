import { savePreset } from "@sallyport/contract/resources";
import { implement, type ServedTool } from "@sallyport/mcp";
import type { ResourcesPowers } from "../powers.ts";

type Saves = Pick<ResourcesPowers, "subscriber" | "subscriptions">;

export function savePresetTool({ subscriber, subscriptions }: Saves): ServedTool {
  return implement(savePreset, async ({ name }) => {
    const { resources, lists } = await subscriptions.savePreset({ ...subscriber, name });
    return { ok: true as const, subscriptions: resources, list_subscriptions: lists };
  });
}

import { Fault } from "@sallyport/contract/faults";
import { applyPreset } from "@sallyport/contract/resources";
import { implement, type ServedTool } from "@sallyport/mcp";
import type { Subscriptions } from "../following/subscriptions.ts";
import type { ResourcesPowers } from "../powers.ts";

type Applies = Pick<ResourcesPowers, "subscriber" | "subscriptions">;

export function applyPresetTool({ subscriber, subscriptions }: Applies, current: Subscriptions): ServedTool {
  return implement(applyPreset, async ({ name }) => {
    const preset = await subscriptions.preset({ ...subscriber, name });
    if (preset === null) {
      throw new Fault("not_found", `there is no preset \`${name}\`; \`save_preset\` makes one`, { name });
    }
    const [resources, lists] = await Promise.all([
      subscriptions.resources(subscriber),
      subscriptions.lists(subscriber),
    ]);
    const isIn = (
      these: readonly { server: string; uri: string }[],
      { server, uri }: { server: string; uri: string },
    ) => these.some((each) => each.server === server && each.uri === uri);
    const ended = resources.filter((each) => !isIn(preset.resources, each) && !current.isPinned(each));
    const endedLists = lists.filter((server) => !preset.lists.includes(server));
    const added = preset.resources.filter((each) => !isIn(resources, each));
    const addedLists = preset.lists.filter((server) => !lists.includes(server));
    // What ends goes first: both together may be more than one agent may have.
    for (const { server, uri } of ended) await subscriptions.removeResource({ ...subscriber, server, uri });
    for (const server of endedLists) await subscriptions.removeList({ ...subscriber, server });
    for (const { server, uri } of added) await subscriptions.addResource({ ...subscriber, server, uri });
    for (const server of addedLists) await subscriptions.addList({ ...subscriber, server });
    await current.sync();
    return {
      ok: true as const,
      added: added.length + addedLists.length,
      removed: ended.length + endedLists.length,
    };
  });
}

import type { Layer } from "../pipeline/onion.ts";
import { reachChild } from "../relay/ask-child.ts";
import type { ToolEntry } from "../surface/tool-entry.ts";

/**
 * Waits for a child that is down, then holds what is there against what was decided on: one that was started again, or
 * listed again meanwhile, may have put something else under the name. From here to the dispatch nothing waits.
 */
export function sameToolLayer(currentTool: (exposed: string) => ToolEntry | undefined): Layer {
  return async (call, next) => {
    const { entry, session, request } = call.incoming;
    const { mount, tool } = entry;
    while (mount.child === null) await reachChild({ mount, session, request, tool });
    const known = currentTool(entry.exposed);
    // Whoever is vouched for may change its definitions; what a person said yes to is bound to one all the same.
    const mayChange = mount.isTrusted && call.asked === undefined;
    const isSame = known?.mount === mount && known.tool === tool && (mayChange || known.digest === entry.digest);
    if (!isSame || known.isQuarantined) {
      const reason = "definition_changed: the tool changed after the call was decided, so the decision does not count";
      throw call.refusal("policy_denied_continue", reason, { definition_changed: true });
    }
    return next();
  };
}

import type { MountStatePage } from "@sallyport/contract/compositor-meta";
import type { MountRecord } from "@sallyport/contract/mounts";
import type { PrincipalKind } from "@sallyport/contract/principals";
import { visibleLines } from "@sallyport/contract/visible-text";

/**
 * A mount as its page shows it. Who records it masks secrets; an error may hold a child's words, in one visible form.
 * How it is launched and what it writes to stderr is for a person, who decides about its calls.
 */
export function statePage(
  { state, launch, stderr, sandbox, restarts, since }: MountRecord,
  principal: PrincipalKind,
): MountStatePage {
  const about = { ...(principal === "human" && { launch, stderr }), sandbox, restarts, since };
  return state.state === "failed" ? { ...state, error: visibleLines(state.error), ...about } : { ...state, ...about };
}

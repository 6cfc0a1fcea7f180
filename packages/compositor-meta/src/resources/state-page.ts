import type { MountStatePage } from "@sallyport/contract/compositor-meta";
import type { MountRecord } from "@sallyport/contract/mounts";
import { visibleLines } from "@sallyport/contract/visible-text";

/** A mount as its page shows it. Who records it masks secrets; an error may hold a child's words, in one visible form. */
export function statePage({ state, sandbox, restarts, since }: MountRecord): MountStatePage {
  const about = { sandbox, restarts, since };
  return state.state === "failed" ? { ...state, error: visibleLines(state.error), ...about } : { ...state, ...about };
}

import type { SafetyClass } from "@sallyport/contract/decisions";
import { digestOf } from "@sallyport/contract/digests";
import { isJsonObject, type JsonObject } from "@sallyport/contract/json";
import type { Mount } from "../mounts/mount.ts";
import { type Exposed, nameOnFront } from "./exposed-names.ts";
import { safetyOf } from "./safety.ts";

/** One tool on the front: the way back to its child, and everything a call of it needs without asking anybody. */
export interface ToolEntry extends Exposed {
  /** The child's own name for it. */
  readonly tool: string;
  /** As the child defines it, and as the front shows it. */
  readonly definition: JsonObject;
  readonly shown: JsonObject;
  readonly digest: string;
  readonly safety: SafetyClass;
  /** What the policy gets to see: empty where nobody vouches for the mount. */
  readonly annotations: JsonObject;
  /** Its definition is not the one a person knows; it cannot be called until one accepts it. */
  readonly isQuarantined: boolean;
}

export function toolEntry(mount: Mount, definition: JsonObject): ToolEntry | null {
  const { name, _meta: _, ...pinned } = definition;
  if (typeof name !== "string" || name === "") return null;
  const annotations = mount.isTrusted && isJsonObject(definition.annotations) ? definition.annotations : {};
  const exposed = nameOnFront(mount, name);
  return {
    exposed,
    mount,
    tool: name,
    definition,
    shown: { ...definition, name: exposed },
    digest: digestOf({ name, ...pinned }),
    safety: safetyOf(annotations),
    annotations: mount.mask.value(annotations),
    isQuarantined: false,
  };
}

import type { ServedTable } from "@sallyport/mcp";
import type { CompositorMetaPowers } from "./powers.ts";
import { serveMountStates } from "./resources/mount-states.ts";
import { VERSION } from "./version.ts";

/** Shows how each mounted server is, to an agent those of its own view. It has no tools. */
export function createCompositorMeta(powers: CompositorMetaPowers): ServedTable {
  return {
    info: { name: "sallyport-compositor-meta", title: "Sallyport compositor meta", version: VERSION },
    tools: [],
    resources: serveMountStates(powers),
  };
}

import type { JsonObject } from "@sallyport/contract/json";
import type { MountState } from "@sallyport/contract/mounts";
import type { Child } from "@sallyport/mcp";

/** Where a mount is. The one fact about it; everything shown is worked out from here. */
export type MountPhase =
  | { phase: "idle" }
  | { phase: "starting" }
  | { phase: "running"; child: Child; tools: readonly JsonObject[] }
  /** Down, and coming back by itself. */
  | { phase: "backing_off"; error: string; timer: NodeJS.Timeout }
  /** Down until somebody asks for it. */
  | { phase: "failed"; error: string }
  | { phase: "stopped" };

/** A phase in the contract's words, as the child spoke: to be masked before anybody sees it. */
export function stateOf(phase: MountPhase): MountState {
  switch (phase.phase) {
    case "idle":
    case "starting":
      return { state: "initializing" };
    case "running":
      return { state: "running", initialize: phase.child.initialize, tools: [...phase.tools] };
    case "backing_off":
      return { state: "failed", error: `${phase.error}; it is started again by itself` };
    case "failed":
      return { state: "failed", error: phase.error };
    case "stopped":
      return { state: "failed", error: "stopped" };
  }
}

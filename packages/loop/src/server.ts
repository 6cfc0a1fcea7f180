import type { ServedTable } from "@sallyport/mcp";
import type { LoopPowers } from "./powers.ts";
import { yieldTurnTool } from "./tools/yield-turn.ts";
import { VERSION } from "./version.ts";

/** The agent's own loop: how it says that its turn is over, for whoever runs it to see in the store. */
export function createLoop(powers: LoopPowers): ServedTable {
  return {
    info: { name: "sallyport-loop", title: "Sallyport loop", version: VERSION },
    tools: [yieldTurnTool(powers)],
  };
}

import type { ServedTable } from "@sallyport/mcp";
import { yieldTurnTool } from "./tools/yield-turn.ts";
import { VERSION } from "./version.ts";

/** The agent's own loop: how it says that its turn is over. It is handed nothing. */
export function createLoop(): ServedTable {
  return {
    info: { name: "sallyport-loop", title: "Sallyport loop", version: VERSION },
    tools: [yieldTurnTool()],
  };
}

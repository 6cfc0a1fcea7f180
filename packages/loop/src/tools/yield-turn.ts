import { yieldTurn } from "@sallyport/contract/loop";
import { implement, type ServedTool } from "@sallyport/mcp";

export function yieldTurnTool(): ServedTool {
  return implement(yieldTurn, async () => ({ ok: true as const }));
}

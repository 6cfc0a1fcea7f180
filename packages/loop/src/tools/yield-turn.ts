import { yieldTurn } from "@sallyport/contract/loop";
import { implement, type ServedTool } from "@sallyport/mcp";
import type { LoopPowers } from "../powers.ts";

export function yieldTurnTool({ agent, turns }: LoopPowers): ServedTool {
  return implement(yieldTurn, async () => {
    await turns.yieldTurn(agent);
    return { ok: true as const };
  });
}

import { z } from "zod";
import { ADDS, toolContract } from "./tools.ts";

export const yieldTurn = toolContract({
  name: "yield_turn",
  title: "End this turn",
  description:
    "Say that you are done for now; whoever runs you sees it. Always allowed by the policies that ship with the product.",
  annotations: { ...ADDS, idempotentHint: true },
  input: z.strictObject({}),
  output: z.strictObject({ ok: z.literal(true) }),
});

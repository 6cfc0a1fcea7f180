import { openStore } from "@sallyport/store";
import { byTool } from "../src/harness/policies.ts";

/** Has the child's `clock` asked for and everything else allowed, for these agents. */
export async function askForTheClock(store: string, agents: readonly string[]): Promise<void> {
  const { policies, close } = await openStore(store, "approver");
  const source = byTool({ clock: "ask" });
  for (const agent of agents)
    await policies.activate({
      agent,
      source,
      language: "typescript",
      mode: "custom",
      non_interactive: false,
      author: "the bench",
      reason: "",
    });
  await close();
}

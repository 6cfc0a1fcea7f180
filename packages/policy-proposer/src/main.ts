import { runServerCommand } from "@sallyport/mcp/command";
import { createChecker, openQuickjs } from "@sallyport/policy";
import { defaultStoreUrl, openStore } from "@sallyport/store";
import { createPolicyProposer } from "./server.ts";
import { VERSION } from "./version.ts";

await runServerCommand({
  name: "policy-proposer",
  version: VERSION,
  summary: "Lets an agent propose a policy, which only a person can make the policy.",
  grants: ["Writes proposals of its own agent.", "Activates nothing, and sees no other agent's."],
  open: async ({ store: url = defaultStoreUrl(process.env), agent }) => {
    const store = await openStore(url, "proposer");
    const engine = openQuickjs();
    const checker = createChecker({ engines: [engine] });
    return {
      ...createPolicyProposer({ agent, drafts: store.proposals, checker }),
      close: async () => {
        await checker.close();
        await engine.close();
        await store.close();
      },
    };
  },
});

import { runServerCommand } from "@sallyport/mcp/command";
import { createChecker, openQuickjs } from "@sallyport/policy";
import { openStore } from "@sallyport/store";
import { createPolicyProposer } from "./server.ts";
import { VERSION } from "./version.ts";

await runServerCommand({
  name: "sallyport-policy-proposer",
  version: VERSION,
  summary: "lets an agent propose a policy, which only a person can make the policy",
  grants: "writes proposals of its own agent; reads and activates nothing",
  open: async ({ store: url, agent }) => {
    const store = await openStore(url, "proposer");
    const checker = createChecker({ engines: [openQuickjs({})] });
    return {
      ...createPolicyProposer({ agent, drafts: store.proposals, checker }),
      close: async () => {
        await checker.close();
        await store.close();
      },
    };
  },
});

import { runServerCommand } from "@sallyport/mcp/command";
import { createDecider, openQuickjs } from "@sallyport/policy";
import { openStore } from "@sallyport/store";
import type { PolicyReaderFace } from "./powers.ts";
import { createPolicyReader } from "./server.ts";
import { VERSION } from "./version.ts";

await runServerCommand({
  name: "sallyport-policy-reader",
  version: VERSION,
  summary: "shows the active policy and the proposals; to a person also the approvals",
  grants: "reads the store on a connection that cannot write",
  extraOptions: [
    { flags: "--face FACE", description: "who reads", choices: ["agent", "human"], default: "agent" },
    { flags: "--decide", description: "let an agent ask for dry decisions" },
  ],
  open: async ({ store: url, agent, face: principal, decide }) => {
    const store = await openStore(url, "reader");
    const decider = createDecider({ active: (id) => store.policies.active(id), engines: [openQuickjs({})] });
    const face: PolicyReaderFace =
      principal === "human" ? { principal, agent, approvals: store.approvals } : { principal: "agent", agent };
    return {
      ...createPolicyReader({ ...store, face, decider, decideForAgents: decide === true }),
      close: async () => {
        await decider.close();
        await store.close();
      },
    };
  },
});

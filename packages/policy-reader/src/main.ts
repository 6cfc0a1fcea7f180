import { runServerCommand } from "@sallyport/mcp/command";
import { createDecider, openQuickjs } from "@sallyport/policy";
import { defaultStoreUrl, openStore } from "@sallyport/store";
import type { PolicyReaderFace } from "./powers.ts";
import { createPolicyReader } from "./server.ts";
import { VERSION } from "./version.ts";

await runServerCommand({
  name: "policy-reader",
  version: VERSION,
  summary: "Shows the active policy and the proposals; to a person the approvals and the timeline too.",
  grants: [
    "Reads the store on a connection that cannot write.",
    "An agent's face sees its own agent's policy and proposals.",
  ],
  extraOptions: [
    {
      flags: "--face <face>",
      description: "who reads",
      env: "SALLYPORT_FACE",
      choices: ["agent", "human"],
      default: "agent",
    },
    { flags: "--decide", description: "let an agent ask for dry decisions" },
  ],
  open: async ({ store: url = defaultStoreUrl(process.env), agent, face: principal, decide }) => {
    const store = await openStore(url, "reader");
    const engine = openQuickjs();
    const decider = createDecider({ active: (id) => store.policies.active(id), engines: [engine] });
    const face: PolicyReaderFace =
      principal === "human"
        ? { principal, agent, approvals: store.approvals, timeline: store.timeline, versions: store.policies }
        : { principal: "agent", agent };
    return {
      ...createPolicyReader({ ...store, face, decider, decideForAgents: decide === true }),
      close: async () => {
        await decider.close();
        await engine.close();
        await store.close();
      },
    };
  },
});

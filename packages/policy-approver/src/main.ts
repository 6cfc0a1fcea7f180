import { userInfo } from "node:os";
import { runServerCommand } from "@sallyport/mcp/command";
import { createChecker, listModes, loadMode, openQuickjs } from "@sallyport/policy";
import { defaultStoreUrl, openStore } from "@sallyport/store";
import { createPolicyApprover } from "./server.ts";
import { VERSION } from "./version.ts";

await runServerCommand({
  name: "policy-approver",
  version: VERSION,
  summary: "A person's server: decides waiting calls and proposals, and sets the policy.",
  grants: ["Decides and activates for its agent.", "Whoever reaches it is the person: never hand it to an agent."],
  extraOptions: [
    { flags: "--as <name>", description: "who decides, as the records say", env: "SALLYPORT_AS", default: userName() },
  ],
  open: async ({ store: url = defaultStoreUrl(process.env), agent, as }) => {
    const store = await openStore(url, "approver");
    const engine = openQuickjs();
    const checker = createChecker({ engines: [engine] });
    return {
      ...createPolicyApprover({ ...store, agent, by: String(as), checker, modes: { listModes, loadMode } }),
      close: async () => {
        await checker.close();
        await engine.close();
        await store.close();
      },
    };
  },
});

function userName(): string {
  try {
    return `user:${userInfo().username}`;
  } catch {
    // A process without an account, as in a container that runs under a bare number.
    return "user:unknown";
  }
}

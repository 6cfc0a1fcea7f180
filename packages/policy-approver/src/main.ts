import { userInfo } from "node:os";
import { runServerCommand } from "@sallyport/mcp/command";
import { createChecker, listModes, loadMode, openQuickjs } from "@sallyport/policy";
import { openStore } from "@sallyport/store";
import { createPolicyApprover } from "./server.ts";
import { VERSION } from "./version.ts";

await runServerCommand({
  name: "sallyport-policy-approver",
  version: VERSION,
  summary: "a person's server: decides waiting calls and proposals, and sets the policy",
  grants: "decides and activates for its agent; never hand it to an agent",
  extraOptions: [{ flags: "--as NAME", description: "who decides, as the records will say", default: userName() }],
  open: async ({ store: url, agent, as }) => {
    const store = await openStore(url, "approver");
    const checker = createChecker({ engines: [openQuickjs({})] });
    return {
      ...createPolicyApprover({ ...store, agent, by: as, checker, modes: { listModes, loadMode } }),
      close: async () => {
        await checker.close();
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

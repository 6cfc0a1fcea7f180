import { runServerCommand } from "@sallyport/mcp/command";
import { defaultStoreUrl, openStore } from "@sallyport/store";
import { createCompositorAdmin } from "./server.ts";
import { VERSION } from "./version.ts";

await runServerCommand({
  name: "compositor-admin",
  version: VERSION,
  summary: "Attaches and detaches servers at run time, by writing what is wanted.",
  grants: ["Writes which servers its own agent wants.", "Starts no server itself; the agent's compositor does."],
  open: async ({ store: url = defaultStoreUrl(process.env), agent }) => {
    const { close, ...store } = await openStore(url, "admin");
    return { ...createCompositorAdmin({ agent, ...store }), close };
  },
});

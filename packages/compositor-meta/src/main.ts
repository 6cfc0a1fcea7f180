import { runServerCommand } from "@sallyport/mcp/command";
import { defaultStoreUrl, openStore } from "@sallyport/store";
import { createCompositorMeta } from "./server.ts";
import { VERSION } from "./version.ts";

await runServerCommand({
  name: "compositor-meta",
  version: VERSION,
  summary: "Shows which servers are mounted and how they are.",
  grants: [
    "Reads the store on a connection that cannot write.",
    "An agent's face sees the servers of its own agent's view; it reaches none of them.",
  ],
  extraOptions: [
    {
      flags: "--face <face>",
      description: "who reads",
      env: "SALLYPORT_FACE",
      choices: ["agent", "human"],
      default: "agent",
    },
  ],
  open: async ({ store: url = defaultStoreUrl(process.env), agent, face }) => {
    const { mounts, changes, close } = await openStore(url, "meta");
    const principal = face === "human" ? "human" : "agent";
    return { ...createCompositorMeta({ face: { principal, agent }, mounts, changes }), close };
  },
});

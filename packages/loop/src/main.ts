import { runServerCommand } from "@sallyport/mcp/command";
import { defaultStoreUrl, openStore } from "@sallyport/store";
import { createLoop } from "./server.ts";
import { VERSION } from "./version.ts";

await runServerCommand({
  name: "loop",
  version: VERSION,
  summary: "Lets an agent end its turn.",
  grants: ["Records that a turn of its own agent is over.", "Reads nothing, and changes nothing else."],
  open: async ({ store: url = defaultStoreUrl(process.env), agent }) => {
    const store = await openStore(url, "loop");
    return { ...createLoop({ agent, turns: store.turns }), close: () => store.close() };
  },
});

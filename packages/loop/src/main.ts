import { runServerCommand } from "@sallyport/mcp/command";
import { createLoop } from "./server.ts";
import { VERSION } from "./version.ts";

await runServerCommand({
  name: "sallyport-loop",
  version: VERSION,
  summary: "lets an agent end its turn",
  grants: "nothing: it opens no store and changes nothing",
  open: async () => createLoop(),
});

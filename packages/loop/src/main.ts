import { runServerCommand } from "@sallyport/mcp/command";
import { createLoop } from "./server.ts";
import { VERSION } from "./version.ts";

await runServerCommand({
  name: "loop",
  version: VERSION,
  summary: "Lets an agent end its turn.",
  grants: ["Opens no store and changes nothing."],
  open: async () => createLoop(),
});

import type { ServedTable } from "@sallyport/mcp";
import type { CompositorAdminPowers } from "./powers.ts";
import { attachServerTool } from "./tools/attach-server.ts";
import { detachServerTool } from "./tools/detach-server.ts";
import { VERSION } from "./version.ts";

/** Attaches servers to an agent and detaches them, by writing what is wanted; the agent's compositor makes it so. */
export function createCompositorAdmin(powers: CompositorAdminPowers): ServedTable {
  return {
    info: { name: "sallyport-compositor-admin", title: "Sallyport compositor admin", version: VERSION },
    tools: [attachServerTool(powers), detachServerTool(powers)],
  };
}

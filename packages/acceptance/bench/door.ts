import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Ground } from "./ground.ts";
import type { Pipe } from "./pipe.ts";

/** A gateway with its HTTP door open, and what opens it. */
export interface Door {
  /** The agent's own way in. */
  stdio: Pipe;
  url: string;
  agentToken: string;
  humanToken: string;
}

/** Starts a gateway of the agent `default`. */
export async function openDoor(ground: Ground): Promise<Door> {
  const stdio = ground.serve({ SALLYPORT_HTTP: "0" });
  // It answers once the door that was asked for is open.
  await stdio.initialize();
  await stdio.request("tools/list", {});
  const folder = join(`${ground.store.slice("sqlite:".length)}.door`, "doors/default");
  const [announcement = ""] = readdirSync(folder);
  return {
    stdio,
    url: JSON.parse(readFileSync(join(folder, announcement), "utf8")).url,
    agentToken: ground.sallyport("token", "create", "--for", "agent"),
    humanToken: ground.sallyport("token", "create", "--for", "human", "--user", "bench"),
  };
}

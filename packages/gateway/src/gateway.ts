import type { Compositor } from "@sallyport/compositor";
import { type AgentSideOptions, openAgentSide } from "./agent-view.ts";

export type GatewayOptions = AgentSideOptions;

/** One agent's door on a store. */
export interface Gateway {
  /** The agent's view. */
  compositor: Compositor;
  /** Ends every child, then lets go of the store. */
  close(): Promise<void>;
}

/** Opens an agent's door on a store. Rejects with `StoreError`. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  return openAgentSide(options);
}

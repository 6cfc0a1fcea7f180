import type { Compositor } from "@sallyport/compositor";
import { type AgentSideOptions, openAgentSide } from "./agent-view.ts";
import { openHumanSide } from "./human-view.ts";

export interface GatewayOptions extends AgentSideOptions {
  /** Who decides at the person's door, as the records say: `user:NAME`. */
  by: string;
}

/** One agent's two doors on a store: the agent's own, and its person's. */
export interface Gateway {
  /** The agent's view. */
  compositor: Compositor;
  /** Opens the person's view when it is first asked for; the gateway closes it. */
  human(): Promise<Compositor>;
  /** Ends every child, then lets go of the store. */
  close(): Promise<void>;
}

/** Opens an agent's door on a store, and the person's when somebody wants it. Rejects with `StoreError`. */
export async function openGateway({ by, ...options }: GatewayOptions): Promise<Gateway> {
  const agent = await openAgentSide(options);
  let human: ReturnType<typeof openHumanSide> | undefined;
  return {
    compositor: agent.compositor,
    async human() {
      human ??= openHumanSide({ ...options, by, decider: agent.decider, engine: agent.engine });
      return (await human).compositor;
    },
    async close() {
      await human?.then(
        (view) => view.close(),
        // Whoever asked for it has heard why it could not be opened.
        () => {},
      );
      await agent.close();
    },
  };
}

import type { Compositor, CompositorConfig, HumanView } from "@sallyport/compositor";
import { type AgentSideOptions, openAgentSide } from "./agent-view.ts";
import { openHumanSide } from "./human-view.ts";

export type GatewayOptions = AgentSideOptions;

/** One agent's doors on a store: the agent's own, and one for each person who comes. */
export interface Gateway {
  /** The agent's view. */
  compositor: Compositor;
  /** A person's view, opened when they first come; `user` is who decides there, as the records say: `user:NAME`. */
  human(user: string): Promise<Compositor>;
  /** Makes another configuration so, in every view. */
  reconfigure(config: Pick<CompositorConfig, "mounts">): Promise<void>;
  /** Why calls cannot be decided or recorded at this moment, or null. */
  problem(): Promise<"policy" | "store" | null>;
  /** Ends every child, then lets go of the store. */
  close(): Promise<void>;
}

/** Opens an agent's door on a store, and its people's when they come. Rejects with `StoreError`. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { compositor, decider, engine, problem, close } = await openAgentSide(options);
  const people = new Map<string, Promise<HumanView>>();
  let config: Pick<CompositorConfig, "mounts"> = options.config;

  async function opened(): Promise<HumanView[]> {
    const views = await Promise.allSettled(people.values());
    // Whoever asked for one that could not be opened has heard why.
    return views.flatMap((view) => (view.status === "fulfilled" ? [view.value] : []));
  }

  return {
    compositor,
    async human(by) {
      const view =
        people.get(by) ?? openHumanSide({ ...options, config: { ...options.config, ...config }, by, decider, engine });
      people.set(by, view);
      // The next one who asks tries again.
      view.catch(() => people.delete(by));
      return (await view).compositor;
    },
    async reconfigure(next) {
      config = next;
      const views = [compositor, ...(await opened()).map((view) => view.compositor)];
      await Promise.all(views.map((view) => view.reconfigure(next)));
    },
    problem,
    async close() {
      for (const view of await opened()) await view.close();
      await close();
    },
  };
}

import type { Implementation } from "@sallyport/mcp";
import { openStore } from "@sallyport/store";
import { type Compositor, createCompositor } from "./compositor.ts";
import type { Denials } from "./powers.ts";

export interface HumanViewOptions {
  /** URL of the store. */
  store: string;
  /** Whose person this is. */
  agent: string;
  /** Who the front says it is. */
  info: Implementation;
  /** One line for a person; never on stdout. */
  log: (line: string) => void;
  /** True where it says in the store what it mounts; one that is open for a single command has nothing to tell. */
  records: boolean;
  /** How refusals reach the person's client; as JSON-RPC errors where left out. */
  denials?: Denials;
}

/** A person's door on a store. */
export interface HumanView {
  compositor: Compositor;
  /** Ends every child, then lets go of the store. */
  close(): Promise<void>;
}

/**
 * Opens the door of an agent's person: calls are written down and nobody decides them. Nothing is mounted yet; `reconfigure`
 * mounts the servers that are visible to the human. Rejects with `StoreError`.
 */
export async function openHumanView(options: HumanViewOptions): Promise<HumanView> {
  const { agent, info, log, records, denials } = options;
  await using opening = new AsyncDisposableStack();
  const store = opening.adopt(await openStore(options.store, "gate"), (opened) => opened.close());
  const instance = records ? await store.instances.enter({ agent, view: "human" }) : "unrecorded";
  const compositor = opening.adopt(
    createCompositor({
      principal: "human",
      agent,
      instance,
      records,
      store,
      environment: {},
      decider: null,
      info,
      clock: Date.now,
      log,
      interactive: true,
      ...(denials && { denials }),
    }),
    (opened) => opened.close(),
  );
  const open = opening.move();
  return { compositor, close: () => open.disposeAsync() };
}

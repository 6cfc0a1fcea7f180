import { type AgentViewOptions, type Compositor, openAgentView } from "@sallyport/compositor";
import { createLoop } from "@sallyport/loop";
import { createChecker } from "@sallyport/policy";
import { createPolicyProposer } from "@sallyport/policy-proposer";
import { createPolicyReader } from "@sallyport/policy-reader";
import { openStore } from "@sallyport/store";
import { VERSION } from "./version.ts";

export type GatewayOptions = Omit<AgentViewOptions, "info">;

/** One agent's door with the agent's own servers in it. */
export interface Gateway {
  compositor: Compositor;
  /** Ends every child, then lets go of the store. */
  close(): Promise<void>;
}

/** Opens an agent's door on a store and mounts the agent's faces of the product's servers. Rejects with `StoreError`. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { store: url, agent } = options;
  await using opening = new AsyncDisposableStack();
  const { policies, proposals, changes } = opening.adopt(await openStore(url, "reader"), (opened) => opened.close());
  const drafts = opening.adopt(await openStore(url, "proposer"), (opened) => opened.close());
  const info = { name: "sallyport", title: "Sallyport", version: VERSION };
  const view = opening.adopt(await openAgentView({ ...options, info }), (opened) => opened.close());
  const { compositor, decider, engine } = view;

  const face = { principal: "agent", agent } as const;
  const checker = createChecker({ engines: [engine] });
  compositor.mountInProcess(
    "policy_reader",
    createPolicyReader({ face, policies, proposals, changes, decider, decideForAgents: false }),
  );
  compositor.mountInProcess("policy_proposer", createPolicyProposer({ agent, drafts: drafts.proposals, checker }));
  compositor.mountInProcess("loop", createLoop());

  const open = opening.move();
  return { compositor, close: () => open.disposeAsync() };
}

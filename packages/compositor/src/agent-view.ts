import type { OwnFront } from "@sallyport/mcp/command";
import { createDecider, openQuickjs, startPolicy } from "@sallyport/policy";
import { openStore } from "@sallyport/store";
import { policyAtHand } from "./active-policy.ts";
import { createCompositor } from "./compositor.ts";
import type { CompositorConfig } from "./mount-spec.ts";
import { VERSION } from "./version.ts";

export interface AgentViewOptions {
  /** URL of the store. */
  store: string;
  agent: string;
  config: CompositorConfig;
  log: (line: string) => void;
}

/** The agent's view on its own, as `npx @sallyport/compositor` serves it: the user's servers, the policy, the store. */
export async function openAgentView({ store: url, agent, config, log }: AgentViewOptions): Promise<OwnFront> {
  await using opening = new AsyncDisposableStack();
  const store = opening.adopt(await openStore(url, "gate"), (opened) => opened.close());
  await store.policies.start(await startPolicy(agent));
  const instance = await store.instances.enter({ agent });
  await store.approvals.adoptAbandoned(agent, (owner) => store.instances.isAlive(owner));
  const engine = opening.adopt(openQuickjs({}), (opened) => opened.close());
  const policy = opening.adopt(policyAtHand(store.policies, store.changes), (opened) => opened.close());
  const decider = opening.adopt(createDecider({ active: policy.active, engines: [engine] }), (opened) =>
    opened.close(),
  );
  const compositor = opening.adopt(
    createCompositor({
      principal: "agent",
      agent,
      instance,
      store,
      decider,
      info: { name: "sallyport-compositor", title: "Sallyport", version: VERSION },
      clock: Date.now,
      log,
      interactive: true,
    }),
    (opened) => opened.close(),
  );
  await compositor.reconfigure(config);
  const open = opening.move();
  return { serve: (transport) => compositor.openSession({ transport }), close: () => open.disposeAsync() };
}

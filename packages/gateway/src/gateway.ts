import { type Compositor, type CompositorConfig, createCompositor, policyAtHand } from "@sallyport/compositor";
import type { CallContext } from "@sallyport/contract/decisions";
import { createLoop } from "@sallyport/loop";
import { createChecker, createDecider, type Decider, openQuickjs, startPolicy } from "@sallyport/policy";
import { createPolicyProposer } from "@sallyport/policy-proposer";
import { createPolicyReader } from "@sallyport/policy-reader";
import { openStore } from "@sallyport/store";
import { VERSION } from "./version.ts";

export interface GatewayOptions {
  /** A store URL. */
  store: string;
  agent: string;
  config: CompositorConfig;
  /** False where nobody can be asked: every ask becomes a deny. */
  interactive: boolean;
  /** One line for a person; never on stdout. */
  log: (line: string) => void;
}

/** One agent's door: the compositor with the agent's faces and the user's servers mounted. */
export interface Gateway {
  compositor: Compositor;
  /** Ends every child, then lets go of the store. */
  close(): Promise<void>;
}

/**
 * Opens an agent's door on a store; an agent that is new to it starts with the mode `ask-writes`. Mounts go on starting
 * after this resolves. Rejects with `StoreError` where the store cannot be used.
 */
export async function openGateway({ store: url, agent, config, interactive, log }: GatewayOptions): Promise<Gateway> {
  await using opening = new AsyncDisposableStack();
  const gate = opening.adopt(await openStore(url, "gate"), (opened) => opened.close());
  const records = opening.adopt(await openStore(url, "reader"), (opened) => opened.close());
  const drafts = opening.adopt(await openStore(url, "proposer"), (opened) => opened.close());
  await gate.policies.start(await startPolicy(agent));
  const instance = await gate.instances.enter({ agent });
  const left = await gate.approvals.adoptAbandoned(agent, (owner) => gate.instances.isAlive(owner));
  if (left.orphaned > 0)
    log(`${left.orphaned} waiting calls lost their caller with an earlier gateway; they can still be decided`);
  if (left.unknown > 0)
    log(`${left.unknown} approved calls were running when an earlier gateway ended; none is run again`);

  const engine = opening.adopt(openQuickjs({}), (opened) => opened.close());
  const policy = opening.adopt(policyAtHand(gate.policies, gate.changes), (opened) => opened.close());
  const decider = opening.adopt(createDecider({ active: policy.active, engines: [engine] }), (opened) =>
    opened.close(),
  );
  const compositor = opening.adopt(
    createCompositor({
      principal: "agent",
      agent,
      instance,
      store: gate,
      decider,
      info: { name: "sallyport", title: "Sallyport", version: VERSION },
      clock: Date.now,
      log,
      interactive,
    }),
    (opened) => opened.close(),
  );

  const face = { principal: "agent", agent } as const;
  const { policies, proposals, changes } = records;
  const checker = createChecker({ engines: [engine] });
  compositor.mountInProcess(
    "policy_reader",
    createPolicyReader({ face, policies, proposals, changes, decider, decideForAgents: false }),
  );
  compositor.mountInProcess("policy_proposer", createPolicyProposer({ agent, drafts: drafts.proposals, checker }));
  compositor.mountInProcess("loop", createLoop());
  await compositor.reconfigure(config);

  let closing = false;
  void policyProblem(decider, agent).then((problem) => {
    if (problem !== null && !closing) log(`every call is refused: ${problem}; \`sallyport doctor\` says more`);
  });
  const open = opening.move();
  return { compositor, close };

  function close(): Promise<void> {
    closing = true;
    return open.disposeAsync();
  }
}

/** A policy that does not load stops nothing but the calls; whoever starts the gateway should hear of it all the same. */
async function policyProblem(decider: Decider, agent: string): Promise<string | null> {
  const context: CallContext = {
    principal: "agent",
    agent,
    server: "loop",
    tool: "yield_turn",
    safety: "read_only",
    annotations: {},
    mode: "",
    interactive: true,
    session: "",
  };
  return decider.decide({ name: "loop_yield_turn", arguments: {} }, context).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

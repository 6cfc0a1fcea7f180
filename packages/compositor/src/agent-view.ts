import type { CallContext } from "@sallyport/contract/decisions";
import type { Implementation } from "@sallyport/mcp";
import { createDecider, type Decider, openQuickjs, type PolicyEngine, startPolicy } from "@sallyport/policy";
import { openStore } from "@sallyport/store";
import { policyAtHand } from "./active-policy.ts";
import { type Compositor, createCompositor } from "./compositor.ts";
import type { ElicitationConfig, ElicitationPowers, FormDesk } from "./elicitation/elicitation-config.ts";
import type { CompositorConfig } from "./mount-spec.ts";

export interface AgentViewOptions {
  /** URL of the store. */
  store: string;
  agent: string;
  config: CompositorConfig;
  /** Who the front says it is. */
  info: Implementation;
  /** False where nobody can be asked: every ask becomes a deny. */
  interactive: boolean;
  /** One line for a person; never on stdout. */
  log: (line: string) => void;
  /** The page where a person finds an approval, if there is one. */
  approvalPage?: (approvalId: string) => string | undefined;
  /** Decides as a trusted client's form says; to be handed only where the configuration names such clients. */
  formDesk?: FormDesk;
}

/** One agent's door on a store, with what its own servers may share. */
export interface AgentView {
  compositor: Compositor;
  decider: Decider;
  engine: PolicyEngine;
  /** Why calls cannot be decided or recorded at this moment, or null. */
  problem(): Promise<"policy" | "store" | null>;
  /** Ends every child, then lets go of the store. */
  close(): Promise<void>;
}

/**
 * Opens an agent's door: the user's servers behind the agent's policy, written down in the store. An agent that is new to the
 * store starts with the mode `ask-writes`. Mounts go on starting after this resolves. Rejects with `StoreError`.
 */
export async function openAgentView(options: AgentViewOptions): Promise<AgentView> {
  const { agent, config, info, interactive, log, approvalPage } = options;
  await using opening = new AsyncDisposableStack();
  const store = opening.adopt(await openStore(options.store, "gate"), (opened) => opened.close());
  await store.policies.start(await startPolicy(agent));
  const instance = await store.instances.enter({ agent, view: "agent" });
  const left = await store.approvals.adoptAbandoned(agent, (owner) => store.instances.isAlive(owner));
  if (left.orphaned > 0)
    log(`${left.orphaned} waiting calls lost their caller with an earlier gateway; they can still be decided`);
  if (left.unknown > 0)
    log(`${left.unknown} approved calls were running when an earlier gateway ended; none is run again`);

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
      records: true,
      store,
      environment: config.environment,
      decider,
      info,
      clock: Date.now,
      log,
      interactive,
      ...(config.settle && { settle: config.settle }),
      ...(config.denials?.agent && { denials: config.denials.agent }),
      ...(approvalPage && { approvalPage }),
      ...(config.channels?.elicitation && { elicitation: elicitationPowers(config.channels.elicitation, options) }),
    }),
    (opened) => opened.close(),
  );
  await compositor.reconfigure(config);

  let closing = false;
  void policyProblem(decider, agent).then((problem) => {
    if (problem !== null && !closing) log(`every call is refused: ${problem}; \`sallyport doctor\` says more`);
  });
  const open = opening.move();
  return { compositor, decider, engine, problem, close };

  async function problem(): Promise<"policy" | "store" | null> {
    const isWritten = await store.instances.sign(instance).then(
      () => true,
      () => false,
    );
    if (!isWritten) return "store";
    return (await policyProblem(decider, agent)) === null ? null : "policy";
  }

  function close(): Promise<void> {
    closing = true;
    return open.disposeAsync();
  }
}

function elicitationPowers(
  { url, form: clients }: ElicitationConfig,
  { formDesk: decide }: Pick<AgentViewOptions, "formDesk">,
): ElicitationPowers {
  return { url, ...(decide && clients.length > 0 && { form: { clients, decide } }) };
}

/** A policy that does not load stops nothing but the calls; whoever starts the door should hear of it, and the first call finds it loaded. */
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

import { createChat } from "@sallyport/chat";
import { type AgentView, type AgentViewOptions, openAgentView } from "@sallyport/compositor";
import { createCompositorAdmin } from "@sallyport/compositor-admin";
import { createCompositorMeta } from "@sallyport/compositor-meta";
import { createLoop } from "@sallyport/loop";
import { createChecker } from "@sallyport/policy";
import { createPolicyProposer } from "@sallyport/policy-proposer";
import { createPolicyReader } from "@sallyport/policy-reader";
import type { StoreRole } from "@sallyport/store";
import { createFormDesk } from "./channels/form-desk.ts";
import { mountResources } from "./mount-resources.ts";
import { openRole } from "./open-role.ts";
import { VERSION } from "./version.ts";

export type AgentSideOptions = Omit<AgentViewOptions, "info" | "formDesk">;

/** Opens an agent's door with the agent's faces of the product's servers in it, each on the facets of its own role. Rejects with `StoreError`. */
export async function openAgentSide(options: AgentSideOptions): Promise<AgentView> {
  const { store, agent, config, log } = options;
  await using opening = new AsyncDisposableStack();
  const role = <Role extends StoreRole>(name: Role) => openRole(opening, store, name);
  const [reader, drafts, loop, chat, meta, admin, own] = [
    await role("reader"),
    await role("proposer"),
    await role("loop"),
    await role("chat"),
    await role("meta"),
    await role("admin"),
    await role("resources"),
  ];
  const info = { name: "sallyport", title: "Sallyport", version: VERSION };
  // Where no client's forms are trusted, nothing in this view can decide.
  const isFormTrusted = (config.channels?.elicitation?.form ?? []).length > 0;
  const formDesk = isFormTrusted ? createFormDesk(agent, (await role("approver")).approvals) : undefined;
  const view = opening.adopt(await openAgentView({ ...options, info, ...(formDesk && { formDesk }) }), (opened) =>
    opened.close(),
  );
  const { compositor, decider, engine } = view;

  const face = { principal: "agent", agent } as const;
  compositor.mountInProcess("policy_reader", createPolicyReader({ ...reader, face, decider, decideForAgents: false }));
  const checker = createChecker({ engines: [engine] });
  compositor.mountInProcess("policy_proposer", createPolicyProposer({ agent, drafts: drafts.proposals, checker }));
  compositor.mountInProcess("loop", createLoop({ agent, turns: loop.turns }));
  compositor.mountInProcess("chat_assistant", createChat({ ...chat, face: "assistant", agent }));
  compositor.mountInProcess("compositor_meta", createCompositorMeta({ ...meta, face }));
  compositor.mountInProcess("compositor_admin", createCompositorAdmin({ ...admin, agent }));
  mountResources(opening, compositor, { ...own, subscriber: face });
  if (config.channels?.webhook !== undefined || config.channels?.desktop === true) {
    const { openChannels } = await import("./channels/open-channels.ts");
    const channels = { agent, store: await role("channel"), config: config.channels, log };
    opening.adopt(openChannels({ ...channels, clock: Date.now, platform: process.platform }), (open) => open.close());
  }

  const open = opening.move();
  return { ...view, close: () => open.disposeAsync() };
}

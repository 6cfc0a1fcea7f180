import { createChat } from "@sallyport/chat";
import { type CompositorConfig, type HumanView, openHumanView } from "@sallyport/compositor";
import { createCompositorAdmin } from "@sallyport/compositor-admin";
import { createCompositorMeta } from "@sallyport/compositor-meta";
import { createChecker, type Decider, listModes, loadMode, type PolicyEngine } from "@sallyport/policy";
import { createPolicyApprover } from "@sallyport/policy-approver";
import { createPolicyReader } from "@sallyport/policy-reader";
import type { StoreRole } from "@sallyport/store";
import { mountResources } from "./mount-resources.ts";
import { openRole } from "./open-role.ts";
import { VERSION } from "./version.ts";

export interface HumanSideOptions {
  /** URL of the store. */
  store: string;
  agent: string;
  /** Who decides, as the records say: `user:NAME`. */
  by: string;
  /** Of its servers the person sees those that say so. */
  config: Pick<CompositorConfig, "mounts" | "denials">;
  decider: Decider;
  engine: PolicyEngine;
  /** One line for a person; never on stdout. */
  log: (line: string) => void;
}

/** Opens the person's door with the person's faces of the product's servers in it, each on the facets of its own role. Rejects with `StoreError`. */
export async function openHumanSide(options: HumanSideOptions): Promise<HumanView> {
  const { store, agent, by, config, decider, engine, log } = options;
  await using opening = new AsyncDisposableStack();
  const role = <Role extends StoreRole>(name: Role) => openRole(opening, store, name);
  const [reader, desk, chat, meta, admin, own] = [
    await role("reader"),
    await role("approver"),
    await role("chat"),
    await role("meta"),
    await role("admin"),
    await role("resources"),
  ];
  const info = { name: "sallyport", title: "Sallyport", version: VERSION };
  const denials = config.denials?.human;
  const view = opening.adopt(
    await openHumanView({ store, agent, info, log, records: true, ...(denials && { denials }) }),
    (opened) => opened.close(),
  );
  const { compositor } = view;

  const face = { principal: "human", agent } as const;
  compositor.mountInProcess(
    "policy_reader",
    createPolicyReader({
      ...reader,
      face: { ...face, approvals: reader.approvals, timeline: reader.timeline, versions: reader.policies },
      decider,
      decideForAgents: false,
    }),
  );
  const checker = createChecker({ engines: [engine] });
  const modes = { listModes, loadMode };
  compositor.mountInProcess("policy_approver", createPolicyApprover({ ...desk, agent, by, checker, modes }));
  compositor.mountInProcess("chat_human", createChat({ ...chat, face: "human", agent }));
  compositor.mountInProcess("compositor_meta", createCompositorMeta({ ...meta, face }));
  compositor.mountInProcess("compositor_admin", createCompositorAdmin({ ...admin, agent }));
  mountResources(opening, compositor, { ...own, subscriber: face });
  await compositor.reconfigure(config);

  const open = opening.move();
  return { ...view, close: () => open.disposeAsync() };
}

import type { MountRecord } from "@sallyport/contract/mounts";
import type { CompositorMetaPowers } from "../powers.ts";

/**
 * The mounts that this face may know of, one a name. An agent's are those of its own view. A person sees those of both; where
 * one name is in both, the agent's is shown, for it is what the agent works with.
 */
export async function visibleMounts(
  { face, mounts }: Omit<CompositorMetaPowers, "changes">,
  only?: { name: string },
): Promise<MountRecord[]> {
  const { principal, agent } = face;
  const records = await mounts.list({ agent, ...only });
  const agents = records.filter(({ view }) => view === "agent");
  if (principal === "agent") return agents;
  const shown = new Set(agents.map(({ name }) => name));
  return [...agents, ...records.filter(({ view, name }) => view === "human" && !shown.has(name))];
}

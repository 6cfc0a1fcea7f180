import type { Roof } from "../roof.ts";

/** What the children tell the model about themselves. A single mount under its own names speaks for itself, word for word. */
export async function joinInstructions(roof: Roof): Promise<string | undefined> {
  await roof.mounts.settled(roof.powers.limits.initializeWaitMs);
  const spoken = roof.mounts.all().flatMap((mount) => {
    const text = mount.child?.initialize.instructions;
    return typeof text === "string" && text !== "" ? [{ mount, text }] : [];
  });
  const asIs = spoken.filter(({ mount }) => mount.namesAsIs);
  const [only] = asIs;
  if (only !== undefined && roof.mounts.all().filter((mount) => !mount.isProduct).length === 1) return only.text;
  if (spoken.length === 0) return undefined;
  return spoken.map(({ mount, text }) => `# ${mount.name}\n\n${text}`).join("\n\n");
}

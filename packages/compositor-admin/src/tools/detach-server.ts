import { detachServer } from "@sallyport/contract/compositor-admin";
import { Fault } from "@sallyport/contract/faults";
import { implement, type ServedTool } from "@sallyport/mcp";
import type { CompositorAdminPowers } from "../powers.ts";
import { refuseReserved } from "../reserved-name.ts";
import { findMount, waitForMount } from "../wait-for-mount.ts";

export function detachServerTool(powers: CompositorAdminPowers): ServedTool {
  const { agent, wanted, presence } = powers;
  return implement(detachServer, async ({ name }, { signal }) => {
    refuseReserved(name);
    const before = await findMount(powers, name);
    if (before?.pinned) {
      throw new Fault("forbidden", `\`${name}\` is pinned; only who writes the configuration can take it away`);
    }
    const configured = before?.origin === "configured" ? before.spec_digest : null;
    await wanted.detach({ agent, name, configured });

    const state = await waitForMount<"gone" | "recorded">(powers, { name, signal }, async (mount) => {
      const isThere =
        mount !== undefined && mount.origin === before?.origin && mount.spec_digest === before.spec_digest;
      if (isThere) return null;
      return (await presence.compositors(agent)) > 0 ? "gone" : "recorded";
    });
    if (state === null) {
      throw new Fault(
        "unavailable",
        `\`${name}\` is not wanted any more, and its compositor has not let go of it yet; see \`compositor://state/${name}\` of \`compositor_meta\``,
        { server: name },
      );
    }
    return { ok: true as const, state };
  });
}

import { attachServer } from "@sallyport/contract/compositor-admin";
import { Fault } from "@sallyport/contract/faults";
import { specDigest } from "@sallyport/contract/mount-specs";
import type { MountRecord } from "@sallyport/contract/mounts";
import { visibleReason } from "@sallyport/contract/visible-text";
import { implement, type ServedTool } from "@sallyport/mcp";
import type { CompositorAdminPowers } from "../powers.ts";
import { refuseSpec } from "../refuse-spec.ts";
import { refuseReserved } from "../reserved-name.ts";
import { findMount, waitForMount } from "../wait-for-mount.ts";

export function attachServerTool(powers: CompositorAdminPowers): ServedTool {
  const { agent, wanted, presence } = powers;
  return implement(attachServer, async ({ name, spec }, { signal }) => {
    refuseReserved(name);
    refuseSpec(spec);
    const before = await findMount(powers, name);
    const configured = before?.origin === "configured" ? before.spec_digest : null;
    await wanted.attach({ agent, name, spec, configured });

    const digest = specDigest(spec);
    const state = await waitForMount<"running" | "recorded">(powers, { name, signal }, async (mount) => {
      if (mount === undefined) return (await presence.isServed(agent)) ? null : "recorded";
      if (mount.spec_digest === digest) return whetherRuns(mount, before);
      if (mount.origin === "configured") throw configuredOtherwise(name);
      // What was attached under this name before, on its way out.
      return null;
    });
    if (state === null) throw stillStarting(name);
    return { ok: true as const, state };
  });
}

/** Throws where it failed, and not before the wish: a failure that is older stands until the server is started again. */
function whetherRuns({ name, state, since }: MountRecord, before: MountRecord | undefined): "running" | null {
  if (state.state === "running") return "running";
  if (state.state === "initializing" || since === before?.since) return null;
  const error = visibleReason(state.error);
  throw new Fault(
    "mount_failed",
    `\`${name}\` did not start: ${error}; it stays wanted: mend what is wrong and attach it again, or take it away with \`detach_server\``,
    { server: name, error },
  );
}

function configuredOtherwise(name: string): Fault {
  return new Fault(
    "already_mounted",
    `\`${name}\` is in the configuration with another spec; attach this one under another name`,
  );
}

function stillStarting(name: string): Fault {
  return new Fault(
    "unavailable",
    `\`${name}\` is wanted, and its compositor has not said yet that it runs or failed (servers start when the agent's client is there); read \`compositor://state/${name}\` of \`compositor_meta\`, or take it away with \`detach_server\``,
    { server: name },
  );
}

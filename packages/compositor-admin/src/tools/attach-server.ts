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

/** How long a server that failed may still come to run under another compositor of the agent, in milliseconds. */
const ELSEWHERE_MS = 2_000;

export function attachServerTool(powers: CompositorAdminPowers): ServedTool {
  const { agent, wanted, presence } = powers;
  return implement(attachServer, async ({ name, spec }, { signal }) => {
    refuseReserved(name);
    refuseSpec(spec);
    const before = await findMount(powers, name);
    const configured = before?.origin === "configured" ? before.spec_digest : null;
    await wanted.attach({ agent, name, spec, configured });

    const digest = specDigest(spec);
    let failedAt: number | undefined;
    const state = await waitForMount<"running" | "recorded">(powers, { name, signal }, async (mount) => {
      if (mount === undefined) return (await presence.compositors(agent)) > 0 ? null : "recorded";
      if (mount.spec_digest === digest) {
        if (hasFailedSince(mount, before)) {
          failedAt ??= performance.now();
          const mayRunElsewhere =
            performance.now() < failedAt + ELSEWHERE_MS && (await presence.compositors(agent)) > 1;
          if (!mayRunElsewhere) throw notStarted(mount.name, mount.state.error);
        }
        return mount.state.state === "running" ? "running" : null;
      }
      if (mount.origin === "configured") throw configuredOtherwise(name);
      // What was attached under this name before, on its way out.
      return null;
    });
    if (state === null) throw stillStarting(name);
    return { ok: true as const, state };
  });
}

/** False too for a failure that is older than the wish, which stands until the server is started again. */
function hasFailedSince(
  mount: MountRecord,
  before: MountRecord | undefined,
): mount is MountRecord & { state: { state: "failed" } } {
  return mount.state.state === "failed" && mount.since !== before?.since;
}

function notStarted(name: string, words: string): Fault {
  const error = visibleReason(words);
  return new Fault(
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

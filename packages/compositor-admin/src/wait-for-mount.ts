import type { MountRecord } from "@sallyport/contract/mounts";
import { mountKey } from "@sallyport/contract/names";
import type { CompositorAdminPowers } from "./powers.ts";

/** A change that nobody announces, such as the death of a compositor, is seen this late, in milliseconds. */
const LOOK_AGAIN_MS = 1_000;
const WAIT_MS = 60_000;

/** What the agent's compositor has under a name, or under one that is the same name. */
export async function findMount(
  { agent, mounts }: Pick<CompositorAdminPowers, "agent" | "mounts">,
  name: string,
): Promise<MountRecord | undefined> {
  const records = await mounts.list({ agent, view: "agent" });
  return records.find((record) => mountKey(record.name) === mountKey(name));
}

/**
 * Looks at a mount each time it moves until `settled` has an answer. Null: the caller left, or time is up.
 * @param settled answers null while there is more to wait for
 */
export async function waitForMount<Answer>(
  powers: CompositorAdminPowers,
  { name, signal }: { name: string; signal: AbortSignal },
  settled: (mount: MountRecord | undefined) => Answer | null | Promise<Answer | null>,
): Promise<Answer | null> {
  const { agent, changes, waitMs = WAIT_MS } = powers;
  let moved = Promise.withResolvers<void>();
  const look = () => moved.resolve();
  const unwatch = changes.watch(
    ({ topic, agent: whose, key }) => {
      if (topic === "mounts" && whose === agent && mountKey(key) === mountKey(name)) look();
    },
    { waits: true },
  );
  const timer = setInterval(look, Math.min(LOOK_AGAIN_MS, waitMs));
  signal.addEventListener("abort", look, { once: true });
  const deadline = performance.now() + waitMs;
  try {
    while (!signal.aborted) {
      moved = Promise.withResolvers();
      const answer = await settled(await findMount(powers, name));
      if (answer !== null || performance.now() >= deadline) return answer;
      await moved.promise;
    }
    return null;
  } finally {
    unwatch();
    clearInterval(timer);
    signal.removeEventListener("abort", look);
  }
}

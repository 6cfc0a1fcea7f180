import type { PolicyVersion } from "@sallyport/contract/policies";
import type { ActivePolicy, ChangeFeed } from "@sallyport/store";

/** The active policy at hand, read again only after the change feed said that it changed. */
export interface PolicyAtHand extends ActivePolicy {
  close(): void;
}

/**
 * Keeps each agent's active policy in memory. A moment's staleness does no harm to a gate: it records a decision only under
 * the policy that is active in the store by then, and decides again otherwise.
 */
export function policyAtHand(policies: ActivePolicy, changes: ChangeFeed): PolicyAtHand {
  const known = new Map<string, Promise<PolicyVersion | null>>();
  const close = changes.watch(({ topic, agent }) => {
    if (topic === "policy") known.delete(agent);
  });
  return {
    active(agent) {
      const at = known.get(agent);
      if (at !== undefined) return at;
      const read = policies.active(agent);
      known.set(agent, read);
      // Neither a failure nor "has none" is kept: an agent's first policy is made at any time.
      const forget = () => {
        if (known.get(agent) === read) known.delete(agent);
      };
      read.then((policy) => policy === null && forget(), forget);
      return read;
    },
    close,
  };
}

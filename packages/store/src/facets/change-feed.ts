/** What can change under a reader. `key` is the id of what changed (an approval id, a mount name), or "". */
export const CHANGE_TOPICS = [
  "policy",
  "proposals",
  "approvals",
  "mounts",
  "definitions",
  "agents",
  "chat_posts",
  "chat_marks",
  "wanted_mounts",
  "subscriptions",
] as const;
export type ChangeTopic = (typeof CHANGE_TOPICS)[number];

export interface Change {
  seq: number;
  topic: ChangeTopic;
  agent: string;
  key: string;
}

/**
 * Tells what other facets, and other processes on the same store, have changed. Own-process changes are told at once, other
 * processes' within the poll interval (25 ms while somebody watches). Every change is told exactly once, in order.
 */
export interface ChangeFeed {
  watch(listener: (change: Change) => void): () => void;
}

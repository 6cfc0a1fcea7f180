/** What can change under a reader. `key` is the id of what changed (an approval id, a mount name), or "". */
export const CHANGE_TOPICS = [
  "policy",
  "proposals",
  "approvals",
  "mounts",
  "mount_stderr",
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
 * Tells what other facets, and other processes on the same store, have changed, each change exactly once and in order. This
 * process's own are told at once; others' within 100 ms, and within 25 ms while somebody waits or soon after a change.
 */
export interface ChangeFeed {
  /** @param options.waits a caller waits for what is told; meant for as long as it does */
  watch(listener: (change: Change) => void, options?: { waits?: boolean }): () => void;
}

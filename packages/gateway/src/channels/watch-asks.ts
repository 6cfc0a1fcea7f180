import { type ApprovalRecord, DECIDABLE_STATES } from "@sallyport/contract/approvals";
import type { ChannelStore } from "@sallyport/store";

/** What is told of a call that waits: enough to go and look, nothing of what it would do. */
export interface AskNotice {
  id: string;
  agent: string;
  server: string;
  tool: string;
  /** How long it has waited, in whole seconds. */
  age: number;
}

/**
 * Tells of each question once, when it is first seen waiting. A question that is taken up again by a repeat is no new one.
 * `onError` hears of questions that could not be read.
 */
export function watchAsks(
  { agent, store, clock }: { agent: string; store: Pick<ChannelStore, "approvals" | "changes">; clock: () => number },
  tell: (notice: AskNotice) => void,
  onError: (error: unknown) => void,
): () => void {
  const told = new Set<string>();

  function look(record: ApprovalRecord | null, id: string): void {
    if (record === null || !DECIDABLE_STATES.includes(record.state)) {
      told.delete(id);
      return;
    }
    if (record.state !== "pending" || told.has(id)) return;
    told.add(id);
    const { server, tool, created_at } = record;
    const age = Math.max(0, Math.round((clock() - Date.parse(created_at)) / 1000));
    tell({ id, agent, server, tool, age });
  }

  return store.changes.watch((change) => {
    if (change.topic !== "approvals" || change.agent !== agent) return;
    store.approvals.get(change.key).then((record) => look(record, change.key), onError);
  });
}

import { DECIDABLE_STATES } from "@sallyport/contract/approvals";
import type { Writing } from "../../database.ts";
import { moveApproval } from "./edges.ts";

/**
 * Cancels what waits for a person, or has a yes that no call has claimed: all of an agent's, or that of one mount.
 * `stop_agent` on a cancelled one says that it was cancelled because its agent was stopped. Answers how many.
 */
export async function cancelWaiting(
  writing: Writing,
  { agent, server }: { agent: string; server?: string },
): Promise<number> {
  let waiting = writing.query
    .selectFrom("approvals")
    .select("approval_id")
    .where("agent", "=", agent)
    .where("state", "in", [...DECIDABLE_STATES, "approved"]);
  if (server !== undefined) waiting = waiting.where("server", "=", server);
  const rows = await waiting.execute();
  for (const { approval_id: id } of rows)
    await moveApproval(writing, { id, to: "cancelled", set: { stop_agent: server === undefined ? 1 : 0 } });
  return rows.length;
}

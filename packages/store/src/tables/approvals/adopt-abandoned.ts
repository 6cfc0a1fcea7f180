import type { Database } from "../../database.ts";
import type { ApprovalQueue } from "../../facets/approvals.ts";
import { moveApproval } from "./edges.ts";

/**
 * Liveness is asked outside the transaction; the move holds only while the record still has the owner that was found
 * dead, so that a call which attached or claimed meanwhile keeps it.
 */
export async function adoptAbandoned(
  database: Database,
  agent: string,
  isAlive: Parameters<ApprovalQueue["adoptAbandoned"]>[1],
): ReturnType<ApprovalQueue["adoptAbandoned"]> {
  const held = await database.read((query) =>
    query
      .selectFrom("approvals")
      .select(["approval_id", "owner", "state"])
      .where("agent", "=", agent)
      .where("state", "in", ["pending", "claimed"])
      .execute(),
  );
  const alive = new Map<string, boolean>();
  for (const { owner } of held) if (!alive.has(owner)) alive.set(owner, await isAlive(owner));
  const abandoned = held.filter(({ owner }) => alive.get(owner) === false);
  if (abandoned.length === 0) return { orphaned: 0, unknown: 0 };

  return database.write(async (writing) => {
    const adopted = { orphaned: 0, unknown: 0 };
    for (const { approval_id: id, owner, state } of abandoned) {
      const to = state === "pending" ? "orphaned" : "unknown";
      const row = await moveApproval(writing, { id, to, owner, ...(to === "orphaned" && { verdict: "caller_gone" }) });
      if (row !== null) adopted[to] += 1;
    }
    return adopted;
  });
}

import type { AbortLatch } from "@sallyport/contract/agents";
import type { TimelineEntry } from "@sallyport/contract/timeline";
import { sql } from "kysely";
import type { Database, Query, Writing } from "../database.ts";
import type { AbortLatches } from "../facets/agents.ts";
import { cancelWaiting } from "./approvals/cancel.ts";
import { hotStatement } from "./statement.ts";

export function createAbortLatches(database: Pick<Database, "read">): AbortLatches {
  return {
    latch: (agent) => database.read((query) => latchOf(query, agent)),
  };
}

export async function latchOf(query: Query, agent: string): Promise<AbortLatch | null> {
  const row = await query
    .selectFrom("abort_latches")
    .select(["at", "by", "reason"])
    .where("agent", "=", agent)
    .executeTakeFirst();
  return row === undefined ? null : { ...row };
}

const selectLatch = hotStatement(() => sql`select 1 from abort_latches where agent = ${""}`);

/** Whether the agent is stopped, for the hot path. */
export async function isStopped(writing: Writing, agent: string): Promise<boolean> {
  return (await selectLatch(writing, [agent])).rows.length > 0;
}

interface Stop {
  agent: string;
  by: string;
  reason: string;
  /** What the event says beside that: the call or approval it came from. */
  cause: Pick<TimelineEntry, "verdict" | "policy" | "call_id" | "subject">;
}

/**
 * Stops an agent inside the caller's transaction, and cancels what waits for its calls, so that no later yes runs one.
 * One that is stopped already keeps its first reason.
 */
export async function stopAgent(writing: Writing, { agent, by, reason, cause }: Stop): Promise<void> {
  const latch = await writing.query
    .insertInto("abort_latches")
    .values({ agent, at: writing.at, by, reason })
    .onConflict((conflict) => conflict.doNothing())
    .returning("agent")
    .executeTakeFirst();
  if (latch === undefined) return;
  writing.record({ agent, phase: "policy", action: "agent-aborted", status: "aborted", by, ...cause });
  writing.announce({ topic: "agents", agent, key: agent });
  await cancelWaiting(writing, { agent });
}

import type { AgentRecord } from "@sallyport/contract/agents";
import { DECIDABLE_STATES } from "@sallyport/contract/approvals";
import { Fault } from "@sallyport/contract/faults";
import type { Database, Query, Writing } from "../database.ts";
import type { AgentControl, TurnLatch } from "../facets/agents.ts";
import { latchOf, stopAgent } from "./abort-latches.ts";
import { livingCompositors } from "./instances.ts";
import { activePolicy } from "./policies.ts";

export function createTurnLatch(database: Database): TurnLatch {
  return {
    yieldTurn: (agent) =>
      database.write(async (writing) => {
        await writing.query
          .insertInto("turns")
          .values({ agent, turns: 1, yielded_at: writing.at })
          .onConflict((conflict) =>
            conflict
              .column("agent")
              .doUpdateSet((row) => ({ turns: row("turns.turns", "+", 1), yielded_at: writing.at })),
          )
          .execute();
        tell(writing, agent);
      }),
  };
}

export function createAgentControl(database: Database, now: () => number): AgentControl {
  const reading = (query: Query) => ({ query, time: now(), at: new Date(now()).toISOString() });
  return {
    list: () =>
      database.read(async (query) => {
        const agents: AgentRecord[] = [];
        for (const agent of await knownAgents(query)) agents.push(await recordOf(reading(query), agent));
        return agents;
      }),
    get: (agent) =>
      database.read(async (query) => {
        return (await knownAgents(query)).includes(agent) ? recordOf(reading(query), agent) : null;
      }),
    abort: ({ agent, reason, by }) =>
      database.write(async (writing) => {
        await refuseUnknown(writing, agent);
        await stopAgent(writing, { agent, by, reason, cause: {} });
        return recordOf(writing, agent);
      }),
    resume: ({ agent, by }) =>
      database.write(async (writing) => {
        await refuseUnknown(writing, agent);
        const { numDeletedRows } = await writing.query
          .deleteFrom("abort_latches")
          .where("agent", "=", agent)
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n)
          throw new Fault("wrong_state", `agent \`${agent}\` is not stopped; there is nothing to resume`);
        writing.record({ agent, phase: "policy", action: "agent-resumed", status: "ok", by });
        tell(writing, agent);
        return recordOf(writing, agent);
      }),
  };
}

type Reading = Pick<Writing, "query" | "time" | "at">;

/** Whoever left a trace that only an agent's own servers leave, in order. */
async function knownAgents(query: Query): Promise<string[]> {
  const rows = await query
    .selectFrom("policies")
    .select("agent")
    .union(query.selectFrom("instances").select("agent"))
    .union(query.selectFrom("turns").select("agent"))
    .union(query.selectFrom("abort_latches").select("agent"))
    .orderBy("agent")
    .execute();
  return rows.map(({ agent }) => agent);
}

async function refuseUnknown({ query }: Writing, agent: string): Promise<void> {
  if ((await knownAgents(query)).includes(agent)) return;
  throw new Fault("not_found", `no agent \`${agent}\` on this store; see \`sallyport agents list\``);
}

async function recordOf(reading: Reading, agent: string): Promise<AgentRecord> {
  const { query } = reading;
  const turns = await query.selectFrom("turns").selectAll().where("agent", "=", agent).executeTakeFirst();
  const policy = await activePolicy(query, agent);
  return {
    agent,
    aborted: await latchOf(query, agent),
    turns: turns?.turns ?? 0,
    yielded_at: turns?.yielded_at ?? null,
    policy_version: policy?.version ?? null,
    mode: policy?.mode ?? null,
    pending_approvals: await pendingApprovals(reading, agent),
    compositors: await livingCompositors(reading, agent),
  };
}

async function pendingApprovals({ query, at }: Reading, agent: string): Promise<number> {
  const { many } = await query
    .selectFrom("approvals")
    .select(({ fn }) => fn.countAll<number>().as("many"))
    .where("agent", "=", agent)
    .where("state", "in", DECIDABLE_STATES)
    .where("expires_at", ">", at)
    .executeTakeFirstOrThrow();
  return many;
}

function tell(writing: Writing, agent: string): void {
  writing.announce({ topic: "agents", agent, key: agent });
}

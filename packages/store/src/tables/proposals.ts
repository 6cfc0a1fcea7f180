import { randomUUID } from "node:crypto";
import { Fault } from "@sallyport/contract/faults";
import { OPEN_PROPOSALS_LIMIT, PROPOSALS_PER_HOUR, type ProposalStatus } from "@sallyport/contract/proposals";
import type { Database, Query, Writing } from "../database.ts";
import type { ProposalDecisions, ProposalDrafts, ProposalRecords } from "../facets/proposals.ts";
import { activePolicy, insertPolicy } from "./policies.ts";
import type { ProposalRow } from "./schema.ts";

const HOUR_MS = 60 * 60 * 1000;

export function createProposalRecords(database: Pick<Database, "read">): ProposalRecords {
  return {
    async list({ agent }) {
      const rows = await database.read((query) => {
        // An id breaks the tie of two in one millisecond, so that the order stays the same.
        const all = query.selectFrom("proposals").selectAll().orderBy("created_at", "desc").orderBy("id");
        return (agent === undefined ? all : all.where("agent", "=", agent)).execute();
      });
      return rows.map((row) => ({ ...row }));
    },
    async get(id) {
      const row = await database.read((query) => find(query, id));
      return row === undefined ? null : { ...row };
    },
  };
}

export function createProposalDrafts(database: Database): ProposalDrafts {
  return {
    propose: ({ agent, language, title, rationale, source }) =>
      database.write(async (writing) => {
        await refusePastLimits(writing, agent);
        const row: ProposalRow = {
          id: `proposal-${randomUUID()}`,
          agent,
          status: "pending",
          language,
          title,
          rationale,
          source,
          created_at: writing.at,
          decided_at: null,
          decided_by: null,
          comment: null,
        };
        await writing.query.insertInto("proposals").values(row).execute();
        tell(writing, row);
        return row;
      }),
    withdraw: ({ agent, id }) =>
      database.write(async (writing) => {
        const row = await find(writing.query, id);
        if (row?.agent !== agent) throw unknownProposal(id);
        if (row.status !== "pending") {
          throw new Fault(
            "wrong_state",
            `proposal \`${id}\` is already ${row.status}; only a pending one can be withdrawn`,
          );
        }
        await move(writing, row, { status: "withdrawn" });
      }),
  };
}

export function createProposalDecisions(database: Database): ProposalDecisions {
  return {
    approve: ({ id, active_version, policy, comment, by }) =>
      database.write(async (writing) => {
        const row = await undecided(writing.query, id);
        if (policy.agent !== row.agent) {
          throw new Fault(
            "invalid_input",
            `proposal \`${id}\` belongs to another agent than the policy to be made active`,
          );
        }
        const active = await activePolicy(writing.query, row.agent);
        if ((active?.version ?? null) !== active_version) {
          throw new Fault("stale_review", "the active policy changed since the proposal was read; read it again");
        }
        await move(writing, row, { status: "approved", by, comment: comment ?? null });
        return insertPolicy(writing, policy);
      }),
    reject: ({ id, reason, by }) =>
      database.write(async (writing) => {
        return move(writing, await undecided(writing.query, id), { status: "rejected", by, comment: reason });
      }),
  };
}

async function refusePastLimits(writing: Writing, agent: string): Promise<void> {
  const count = (query: Query) =>
    query
      .selectFrom("proposals")
      .select(({ fn }) => fn.countAll<number>().as("many"))
      .where("agent", "=", agent);
  const open = await count(writing.query).where("status", "=", "pending").executeTakeFirstOrThrow();
  if (open.many >= OPEN_PROPOSALS_LIMIT) {
    throw new Fault("too_many", `${OPEN_PROPOSALS_LIMIT} proposals wait already; withdraw one or wait for a decision`);
  }
  const hourAgo = new Date(writing.time - HOUR_MS).toISOString();
  const recent = await count(writing.query).where("created_at", ">", hourAgo).executeTakeFirstOrThrow();
  if (recent.many >= PROPOSALS_PER_HOUR) {
    throw new Fault("rate_limited", `${PROPOSALS_PER_HOUR} proposals an hour are the limit; propose again later`);
  }
}

function find(query: Query, id: string): Promise<ProposalRow | undefined> {
  return query.selectFrom("proposals").selectAll().where("id", "=", id).executeTakeFirst();
}

async function undecided(query: Query, id: string): Promise<ProposalRow> {
  const row = await find(query, id);
  if (row === undefined) throw unknownProposal(id);
  if (row.status === "pending") return row;
  throw new Fault("already_decided", `proposal \`${id}\` is already ${row.status}; look at it again`, {
    state: row.status,
    decided_by: row.decided_by,
    decided_at: row.decided_at,
  });
}

function unknownProposal(id: string): Fault {
  return new Fault("not_found", `no proposal \`${id}\`; list the proposals for their ids`);
}

/** `pending -> status`, once. Callers have read the row in the same transaction; the condition holds on any dialect. */
async function move(
  writing: Writing,
  row: ProposalRow,
  to: { status: ProposalStatus; by?: string; comment?: string | null },
): Promise<ProposalRow> {
  const moved = await writing.query
    .updateTable("proposals")
    .set({ status: to.status, decided_at: writing.at, decided_by: to.by ?? null, comment: to.comment ?? null })
    .where("id", "=", row.id)
    .where("status", "=", "pending")
    .returningAll()
    .executeTakeFirst();
  if (moved === undefined)
    throw new Fault("already_decided", `proposal \`${row.id}\` was decided meanwhile; look at it again`);
  tell(writing, moved);
  return { ...moved };
}

function tell(writing: Writing, { id, agent, status, decided_by: by }: ProposalRow): void {
  const action = status === "pending" ? "proposal-made" : `proposal-${status}`;
  writing.record({ agent, phase: "proposal", action, status, subject: id, ...(by !== null && { by }) });
  writing.announce({ topic: "proposals", agent, key: id });
}

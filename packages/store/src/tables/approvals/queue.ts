import { randomUUID } from "node:crypto";
import { DECIDABLE_STATES, PENDING_LIMIT, REFUSAL_WAITS_MS } from "@sallyport/contract/approvals";
import type { Database, Writing } from "../../database.ts";
import type { ApprovalQueue, ApprovalRequest, AskOutcome } from "../../facets/approvals.ts";
import { isStopped } from "../abort-latches.ts";
import type { ApprovalRow } from "../schema.ts";
import { adoptAbandoned } from "./adopt-abandoned.ts";
import { cancelWaiting } from "./cancel.ts";
import { moveApproval, tell } from "./edges.ts";
import { findApproval, pendingRow, recordOf } from "./rows.ts";

export function createApprovalQueue(database: Database, now: () => number): ApprovalQueue {
  return {
    ask: (request) => database.write((writing) => ask(writing, request)),
    async get(id) {
      const row = await database.read((query) => findApproval(query, id));
      return row === undefined ? null : recordOf(row);
    },
    claim: (id, owner) =>
      database.write(async (writing) => {
        const row = await moveApproval(writing, { id, to: "claimed", inTime: true, set: { owner } });
        return row === null ? null : recordOf(row);
      }),
    heard: (id) =>
      database.write(async ({ query }) => {
        await query.updateTable("approvals").set({ unheard: 0 }).where("approval_id", "=", id).execute();
      }),
    finish: (id, to) => database.write(async (writing) => (await moveApproval(writing, { id, to })) !== null),
    orphan: (id, owner) =>
      database.write(async (writing) => {
        return (await moveApproval(writing, { id, to: "orphaned", owner, verdict: "caller_gone" })) !== null;
      }),
    cancelMount: (agent, server) => database.write((writing) => cancelWaiting(writing, { agent, server })),
    async expireDue(agent) {
      // A look first: most of the time nothing is due, and a write would take the lock and sync the disk for it.
      const due = await database.read((query) => dueApprovals({ query, at: new Date(now()).toISOString() }, agent));
      return due.length === 0 ? [] : database.write((writing) => expireDue(writing, agent));
    },
    adoptAbandoned: (agent, isAlive) => adoptAbandoned(database, agent, isAlive),
  };
}

async function ask(writing: Writing, request: ApprovalRequest): Promise<AskOutcome> {
  if (await isStopped(writing, request.agent)) return { kind: "agent_aborted" };
  await expireDue(writing, request.agent);
  const twin = await findTwin(writing, request);
  if (twin?.state === "approved") {
    const row = await moveApproval(writing, { id: twin.approval_id, to: "claimed", set: { owner: request.owner } });
    if (row !== null) return { kind: "claimed", record: recordOf(row) };
  } else if (twin !== undefined) {
    return { kind: "attached", record: recordOf(await attach(writing, twin, request.owner)) };
  }
  const refusal = await hearRefusal(writing, request);
  if (refusal !== undefined) return { kind: "refused", record: recordOf(refusal) };

  const { many } = await writing.query
    .selectFrom("approvals")
    .select(({ fn }) => fn.countAll<number>().as("many"))
    .where("agent", "=", request.agent)
    .where("state", "in", DECIDABLE_STATES)
    .executeTakeFirstOrThrow();
  if (many >= PENDING_LIMIT) return { kind: "too_many", pending: many };

  const row = pendingRow(`approval-${randomUUID()}`, request, writing.time);
  await writing.query.insertInto("approvals").values(row).execute();
  tell(writing, row, "approval-asked");
  return { kind: "created", record: recordOf(row) };
}

/** The newest refusal of the identical call that nobody has heard. One conditional update: it is told once, whoever asks. */
async function hearRefusal({ query, time }: Writing, request: ApprovalRequest): Promise<ApprovalRow | undefined> {
  const rows = await query
    .updateTable("approvals")
    .set({ unheard: 0 })
    .where("agent", "=", request.agent)
    .where("arguments_digest", "=", request.arguments_digest)
    .where("server", "=", request.server)
    .where("tool", "=", request.tool)
    .where("definition_digest", "=", request.definition_digest)
    .where("unheard", "=", 1)
    .where("decided_at", ">", new Date(time - REFUSAL_WAITS_MS).toISOString())
    .returningAll()
    .execute();
  return rows.toSorted((one, other) => other.moved_at.localeCompare(one.moved_at))[0];
}

/** An ask for the identical call that a person can still answer, or has answered with yes. */
function findTwin(writing: Writing, request: ApprovalRequest): Promise<ApprovalRow | undefined> {
  return (
    writing.query
      .selectFrom("approvals")
      .selectAll()
      .where("agent", "=", request.agent)
      .where("arguments_digest", "=", request.arguments_digest)
      .where("server", "=", request.server)
      .where("tool", "=", request.tool)
      .where("definition_digest", "=", request.definition_digest)
      .where("state", "in", [...DECIDABLE_STATES, "approved"])
      // `approved` sorts before the two that still wait.
      .orderBy("state")
      .orderBy("created_at")
      .limit(1)
      .executeTakeFirst()
  );
}

async function attach(writing: Writing, twin: ApprovalRow, owner: string): Promise<ApprovalRow> {
  if (twin.state === "orphaned") {
    const row = await moveApproval(writing, { id: twin.approval_id, to: "pending", set: { owner } });
    if (row !== null) return row;
  }
  await writing.query.updateTable("approvals").set({ owner }).where("approval_id", "=", twin.approval_id).execute();
  const row = { ...twin, owner };
  tell(writing, row, "approval-attached");
  return row;
}

async function expireDue(writing: Writing, agent: string): Promise<string[]> {
  const due = await dueApprovals(writing, agent);
  for (const id of due) await moveApproval(writing, { id, to: "expired", verdict: "expired" });
  return due;
}

async function dueApprovals({ query, at }: Pick<Writing, "query" | "at">, agent: string): Promise<string[]> {
  const rows = await query
    .selectFrom("approvals")
    .select("approval_id")
    .where("agent", "=", agent)
    .where("state", "in", [...DECIDABLE_STATES, "approved"])
    .where("expires_at", "<=", at)
    .execute();
  return rows.map((row) => row.approval_id);
}

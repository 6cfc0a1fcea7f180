import { Fault } from "@sallyport/contract/faults";
import { sql } from "kysely";
import type { Writing } from "../database.ts";
import type { DecidedCall, EndedCall } from "../facets/gate-ledger.ts";
import { preparedInsert } from "./insert.ts";

const COLUMNS = [
  "call_id",
  "agent",
  "principal",
  "session",
  "name",
  "server",
  "tool",
  "arguments_json",
  "context_json",
  "verdict",
  "rationale",
  "policy_version",
  "policy_digest",
  "error_json",
  "decided_at",
] as const;

// A call that was sent to a person is decided a second time, by the person's word: the only row that may be written over.
const insertRow = preparedInsert(
  "calls",
  COLUMNS,
  sql`on conflict (call_id) do update set
    verdict = excluded.verdict, rationale = excluded.rationale, policy_version = excluded.policy_version,
    policy_digest = excluded.policy_digest, error_json = excluded.error_json, decided_at = excluded.decided_at
    where calls.verdict = 'policy_ask' and calls.agent = excluded.agent and excluded.verdict <> 'policy_ask'`,
);

/** Throws where the call id is taken and its call does not wait for a person's word. */
export async function insertCall(writing: Writing, call: DecidedCall): Promise<void> {
  const written = await insertRow(writing.query, {
    call_id: call.call_id,
    agent: call.agent,
    principal: call.principal,
    session: call.session,
    name: call.name,
    server: call.server,
    tool: call.tool,
    arguments_json: call.arguments_json,
    context_json: JSON.stringify(call.context),
    verdict: call.verdict,
    rationale: call.rationale,
    policy_version: call.policy?.version ?? null,
    policy_digest: call.policy?.digest ?? null,
    error_json: call.error === undefined ? null : JSON.stringify(call.error),
    decided_at: writing.at,
  });
  if (written !== 1n)
    throw new Fault("wrong_state", `call \`${call.call_id}\` is already decided; mint a new id for each call`);
}

/** False where no such call of the agent is open. */
export async function updateEndedCall(writing: Writing, call: EndedCall): Promise<boolean> {
  const result = await writing.query
    .updateTable("calls")
    .set({
      status: call.status,
      duration_ms: call.duration_ms,
      end_error_json: call.error === undefined ? null : JSON.stringify(call.error),
      violation_type: call.violation_type ?? null,
      ended_at: writing.at,
    })
    .where("call_id", "=", call.call_id)
    .where("agent", "=", call.agent)
    .where("ended_at", "is", null)
    .executeTakeFirstOrThrow();
  return result.numUpdatedRows === 1n;
}

import { Fault } from "@sallyport/contract/faults";
import { sql } from "kysely";
import type { Writing } from "../database.ts";
import type { DecidedCall, EndedCall } from "../facets/gate-ledger.ts";
import { hotStatement } from "./statement.ts";

// A call that was sent to a person is decided a second time, by the person's word: the only row that may be written over.
const insertRow = hotStatement(
  () => sql`insert into calls (
    call_id, agent, principal, session, name, server, tool, arguments_json, context_json,
    verdict, rationale, policy_version, policy_digest, error_json, decided_at
  ) values (${sql.join(Array.from({ length: 15 }, () => ""))})
  on conflict (call_id) do update set
    verdict = excluded.verdict, rationale = excluded.rationale, policy_version = excluded.policy_version,
    policy_digest = excluded.policy_digest, error_json = excluded.error_json, decided_at = excluded.decided_at
    where calls.verdict = 'policy_ask' and calls.agent = excluded.agent and excluded.verdict <> 'policy_ask'`,
);

const endRow = hotStatement(
  () => sql`update calls
    set status = ${""}, duration_ms = ${0}, end_error_json = ${""}, violation_type = ${""}, ended_at = ${""}
    where call_id = ${""} and agent = ${""} and ended_at is null`,
);

/** Throws where the call id is taken and its call does not wait for a person's word. */
export async function insertCall(writing: Writing, call: DecidedCall): Promise<void> {
  const { changes } = await insertRow(writing, [
    call.call_id,
    call.agent,
    call.principal,
    call.session,
    call.name,
    call.server,
    call.tool,
    call.arguments_json,
    JSON.stringify(call.context),
    call.verdict,
    call.rationale,
    call.policy?.version ?? null,
    call.policy?.digest ?? null,
    call.error === undefined ? null : JSON.stringify(call.error),
    writing.at,
  ]);
  if (changes !== 1)
    throw new Fault("wrong_state", `call \`${call.call_id}\` is already decided; mint a new id for each call`);
}

/** False where no such call of the agent is open. */
export async function updateEndedCall(writing: Writing, call: EndedCall): Promise<boolean> {
  const { changes } = await endRow(writing, [
    call.status,
    call.duration_ms,
    call.error === undefined ? null : JSON.stringify(call.error),
    call.violation_type ?? null,
    writing.at,
    call.call_id,
    call.agent,
  ]);
  return changes === 1;
}

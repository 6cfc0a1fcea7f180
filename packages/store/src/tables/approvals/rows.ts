import type { ApprovalRecord, ClientClaim } from "@sallyport/contract/approvals";
import type { AskOption } from "@sallyport/contract/decisions";
import type { JsonObject } from "@sallyport/contract/json";
import type { Query } from "../../database.ts";
import type { ApprovalRequest } from "../../facets/approvals.ts";
import type { ApprovalRow } from "../schema.ts";

export function findApproval(query: Query, id: string): Promise<ApprovalRow | undefined> {
  return query.selectFrom("approvals").selectAll().where("approval_id", "=", id).executeTakeFirst();
}

/** A new question's row; the state machine starts at `pending`. */
export function pendingRow(id: string, request: ApprovalRequest, time: number): ApprovalRow {
  const { arguments: args, client, policy, options, lifetime_ms, ...same } = request;
  const created_at = new Date(time).toISOString();
  return {
    agent: same.agent,
    principal: same.principal,
    session: same.session,
    client_json: client === null ? null : JSON.stringify(client),
    name: same.name,
    server: same.server,
    tool: same.tool,
    tool_title: same.tool_title,
    safety: same.safety,
    arguments_digest: same.arguments_digest,
    definition_digest: same.definition_digest,
    rationale: same.rationale,
    owner: same.owner,
    approval_id: id,
    arguments_json: JSON.stringify(args),
    policy_version: policy.version,
    policy_digest: policy.digest,
    options_json: JSON.stringify(options),
    state: "pending",
    created_at,
    expires_at: new Date(time + lifetime_ms).toISOString(),
    decided_at: null,
    decided_by: null,
    chosen_option: null,
    comment: null,
    stop_agent: 0,
    unheard: 0,
    moved_at: created_at,
  };
}

export function recordOf(row: ApprovalRow): ApprovalRecord {
  const { arguments_json, client_json, policy_version, policy_digest, options_json, chosen_option, ...rest } = row;
  const { moved_at: _, unheard: __, ...same } = rest;
  return {
    ...same,
    // All three were written from these types by `pendingRow`.
    client: client_json === null ? null : (JSON.parse(client_json) as ClientClaim),
    arguments: JSON.parse(arguments_json) as JsonObject,
    options: JSON.parse(options_json) as AskOption[],
    policy: { version: policy_version, digest: policy_digest },
    option: chosen_option,
    stop_agent: row.stop_agent === 1,
  };
}

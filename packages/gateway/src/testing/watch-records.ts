import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { URIS } from "@sallyport/contract/uris";
import type { WaitingApproval } from "../watch/watch-state.ts";

/** Control, bidi, zero-width and tag characters, and what a terminal would take for a title, an erase and a link. */
export const HOSTILE =
  "\u001b]0;owned\u0007\u001b[2J\u001b[1;1H\u001b]8;;http://evil.test\u001b\\x\u009b31m\u0090q\u009c\rrm -rf \u202egpj\u2066\u200b\u{e0041}\u0000\u007f p\u0430ypal";

export const NOW = Date.parse("2026-01-01T00:01:00.000Z");

/** A call that waits, as the store has it. */
export function waitingRecord(id: string, more: Partial<ApprovalRecord> = {}): ApprovalRecord {
  return {
    approval_id: id,
    agent: "default",
    principal: "agent",
    session: "s1",
    client: { name: "an agent's host", version: "1.2" },
    name: "files_write_file",
    server: "files",
    tool: "write_file",
    tool_title: null,
    safety: "mutating",
    arguments: { path: "notes.txt" },
    arguments_digest: "digest-of-arguments",
    definition_digest: "digest-of-definition",
    policy: { version: 1, digest: "digest-of-policy" },
    rationale: "it changes something",
    options: [{ id: "allow_once", name: "Allow once", kind: "allow_once", allows: true }],
    state: "pending",
    created_at: "2026-01-01T00:00:00.000Z",
    expires_at: "2026-01-01T01:00:00.000Z",
    owner: "gateway-1",
    decided_at: null,
    decided_by: null,
    option: null,
    comment: null,
    stop_agent: false,
    ...more,
  };
}

/** What the index says of a record. */
export function indexed(record: ApprovalRecord): WaitingApproval {
  const { approval_id, agent, session, client, name, server, tool, tool_title, safety, rationale } = record;
  const { state, created_at, expires_at } = record;
  const what = { name, server, tool, tool_title, safety, rationale, state, created_at, expires_at };
  return { approval_id, agent, session, client, ...what, uri: URIS.pendingApproval(approval_id) };
}

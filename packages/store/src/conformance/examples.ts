import type { MountRecord } from "@sallyport/contract/mounts";
import type { ApprovalRequest } from "../facets/approvals.ts";
import type { DecidedCall, EndedCall } from "../facets/gate-ledger.ts";
import type { NewPolicy } from "../facets/policies.ts";

export function newPolicy(over: Partial<NewPolicy> = {}): NewPolicy {
  return {
    agent: "a",
    language: "typescript",
    source: "export default () => ({ decision: 'ask' })",
    mode: "custom",
    non_interactive: false,
    author: "test",
    reason: "",
    ...over,
  };
}

export function request(over: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return {
    agent: "a",
    principal: "agent",
    session: "session-1",
    client: { name: "an agent's host", version: "1.2" },
    name: "files_write",
    server: "files",
    tool: "write",
    tool_title: "Write a file",
    safety: "mutating",
    arguments: { path: "a.txt" },
    arguments_digest: "digest-1",
    definition_digest: "definition-1",
    policy: { version: 1, digest: "policy-1" },
    rationale: "writes",
    options: [
      { id: "yes", name: "Yes", kind: "allow_once", allows: true },
      { id: "no", name: "No", kind: "reject_once", allows: false },
    ],
    owner: "instance-1",
    lifetime_ms: 60_000,
    ...over,
  };
}

export function mountRecord(over: Partial<MountRecord> = {}): MountRecord {
  return {
    agent: "a",
    view: "agent",
    owner: "instance-1",
    name: "files",
    origin: "configured",
    pinned: false,
    spec_digest: "spec-1",
    launch: { type: "stdio", command: "npx", args: ["-y", "files"], env: ["PATH", "TOKEN"] },
    state: { state: "initializing" },
    sandbox: "not confined",
    restarts: 0,
    since: "2030-01-01T00:00:00.000Z",
    stderr: [],
    stderr_lines: 0,
    ...over,
  };
}

export function decidedCall(call_id: string, over: Partial<DecidedCall> = {}): DecidedCall {
  return {
    call_id,
    agent: "a",
    principal: "agent",
    session: "session-1",
    name: "files_write",
    server: "files",
    tool: "write",
    arguments_json: '{"path":"a.txt"}',
    context: {
      principal: "agent",
      agent: "a",
      server: "files",
      tool: "write",
      safety: "mutating",
      annotations: {},
      mode: "custom",
      interactive: true,
      session: "session-1",
    },
    verdict: "policy_allow",
    rationale: "",
    ...over,
  };
}

export function endedCall(call_id: string): EndedCall {
  return { call_id, agent: "a", server: "files", tool: "write", status: "ok", duration_ms: 1.5 };
}

import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { describe, expect, it } from "vitest";
import { earlierCalls } from "./earlier-calls.ts";

const call: ApprovalRecord = {
  approval_id: "now",
  agent: "default",
  principal: "agent",
  session: "s",
  client: null,
  name: "files_write",
  server: "files",
  tool: "write",
  tool_title: null,
  safety: "mutating",
  arguments: {},
  arguments_digest: "",
  definition_digest: "",
  policy: { version: 1, digest: "" },
  rationale: "",
  options: [],
  state: "pending",
  created_at: "2026-01-01T00:00:00.000Z",
  expires_at: "2026-01-01T01:00:00.000Z",
  owner: "",
  decided_at: null,
  decided_by: null,
  option: null,
  comment: null,
  stop_agent: false,
};
const decided = (minute: number, more: Partial<ApprovalRecord>): ApprovalRecord => ({
  ...call,
  approval_id: `at-${minute}`,
  decided_at: `2026-01-01T00:0${minute}:00.000Z`,
  ...more,
});

describe("earlierCalls", () => {
  it("has those of the same tool that are decided, newest first, and the last one that was allowed", () => {
    const earlier = earlierCalls(
      [
        call,
        { ...call, approval_id: "also-waits", state: "orphaned" },
        decided(1, { state: "done" }),
        decided(2, { state: "failed" }),
        decided(3, { state: "done", name: "files_read" }),
        decided(5, { state: "denied" }),
        decided(4, { state: "revoked" }),
      ],
      call,
    );
    expect([earlier.decided.map(({ approval_id: id }) => id), earlier.allowed?.approval_id]).toEqual([
      ["at-5", "at-4", "at-2", "at-1"],
      "at-2",
    ]);
  });

  it("has none where the tool was never decided on", () => {
    expect(earlierCalls([call, decided(1, { name: "other" })], call)).toEqual({ decided: [], allowed: undefined });
  });
});

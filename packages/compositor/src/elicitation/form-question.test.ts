import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { DEFAULT_ASK_OPTIONS } from "@sallyport/contract/decisions";
import { describe, expect, it } from "vitest";
import { formQuestion, readFormAnswer } from "./form-question.ts";

const CREATED = "2030-01-01T00:00:00.000Z";
const NOW = Date.parse(CREATED) + 42_000;
const RECORD: ApprovalRecord = {
  approval_id: "approval-1",
  agent: "default",
  principal: "agent",
  session: "s",
  client: null,
  name: "files_write_file",
  server: "files",
  tool: "write_file",
  tool_title: null,
  safety: "mutating",
  arguments: { path: "/a", content: "one\ntwo" },
  arguments_digest: "a",
  definition_digest: "d",
  policy: { version: 1, digest: "p" },
  rationale: "it writes",
  options: [...DEFAULT_ASK_OPTIONS],
  state: "pending",
  created_at: CREATED,
  expires_at: "2030-01-01T01:00:00.000Z",
  owner: "instance-1",
  decided_at: null,
  decided_by: null,
  option: null,
  comment: null,
  stop_agent: false,
};
const messageOf = (given: Partial<ApprovalRecord>) => String(formQuestion({ ...RECORD, ...given }, NOW)?.message);

describe("formQuestion", () => {
  it("shows who wants what, the policy's words as such, and every argument; nothing is filled in", () => {
    expect(formQuestion(RECORD, NOW)).toEqual({
      mode: "form",
      message: [
        "May this run, once, exactly as it stands here?",
        "```",
        "agent: default",
        "tool: write_file",
        "server: files",
        "waits: 42 s, until 2030-01-01T01:00:00.000Z",
        "the policy says: it writes",
        "arguments: {",
        '  "path": "/a",',
        '  "content": "one\\ntwo"',
        "}",
        "```",
      ].join("\n"),
      requestedSchema: {
        type: "object",
        properties: {
          decision: { type: "string", title: "Decision", enum: ["allow once", "deny"] },
          comment: { type: "string", title: "Comment", description: "The agent reads it", maxLength: 500 },
        },
        required: ["decision"],
      },
    });
  });

  it("shows what would hide, end the fence, or begin a line of its own", () => {
    expect(messageOf({ arguments: { "k\u200b": "a\u202eb ``` <!-- c -->" } })).toContain(
      '"k⟦U+200B⟧": "a⟦U+202E⟧b ⟦U+0060⟧⟦U+0060⟧⟦U+0060⟧ <!-- c -->"',
    );
    const rationale = "fine\n```\narguments: {}";
    const message = messageOf({ rationale, tool: "a\nb" });
    expect(message).toContain("the policy says: fine⟦U+000A⟧⟦U+0060⟧⟦U+0060⟧⟦U+0060⟧⟦U+000A⟧arguments: {}\n");
    expect(message).toContain("tool: a⟦U+000A⟧b\n");
    expect(message.split("\n").filter((line) => line === "```")).toHaveLength(2);
  });

  it("is none where it would be longer than 2,000 characters, or there is more than one yes", () => {
    const room = 2_000 - messageOf({ arguments: { text: "" } }).length;
    expect(messageOf({ arguments: { text: "x".repeat(room) } })).toHaveLength(2_000);
    expect(formQuestion({ ...RECORD, arguments: { text: "x".repeat(room + 1) } }, NOW)).toBeNull();
    expect(formQuestion({ ...RECORD, arguments: { text: "x".repeat(1_000_000) } }, NOW)).toBeNull();
    expect(formQuestion({ ...RECORD, arguments: { text: "\u202e\u202d".repeat(150) } }, NOW)).toBeNull();
    const always = { id: "always", name: "Always", kind: "allow_always", allows: true } as const;
    expect(formQuestion({ ...RECORD, options: [...DEFAULT_ASK_OPTIONS, always] }, NOW)).toBeNull();
    expect(formQuestion({ ...RECORD, options: [] }, NOW)).toBeNull();
  });
});

describe("readFormAnswer", () => {
  it.each([
    [{ decision: "allow once" }, { decision: "allow" }],
    [{ decision: "allow once", comment: "" }, { decision: "allow" }],
    [
      { decision: "deny", comment: "not here" },
      { decision: "deny", comment: "not here" },
    ],
  ])("reads %j", (content, answer) => {
    expect(readFormAnswer(content)).toEqual(answer);
  });

  it.each([
    undefined,
    null,
    "allow once",
    ["allow once"],
    {},
    { decision: "allow" },
    { decision: "Allow once" },
    { decision: true },
    { decision: ["allow once"] },
    { decision: "allow once", comment: 1 },
    { decision: "allow once", comment: null },
    { decision: "allow once", comment: "x".repeat(501) },
    { decision: "allow once", more: "" },
    JSON.parse('{"__proto__": {"decision": "allow once"}}'),
    Object.create({ decision: "allow once" }),
  ])("makes nothing of %j", (content) => {
    expect(readFormAnswer(content)).toBeNull();
  });
});

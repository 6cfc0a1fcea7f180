import { describe, expect, it } from "vitest";
import { z } from "zod";
import * as chat from "./chat.ts";
import * as compositorAdmin from "./compositor-admin.ts";
import * as loop from "./loop.ts";
import * as policyApprover from "./policy-approver.ts";
import * as policyProposer from "./policy-proposer.ts";
import * as policyReader from "./policy-reader.ts";
import * as resources from "./resources.ts";
import type { ToolContract } from "./tools.ts";

const isTool = (value: unknown): value is ToolContract =>
  typeof value === "object" && value !== null && "input" in value;
const toolsOf = (page: object) => Object.values(page).filter(isTool);
const pages = { chat, compositorAdmin, loop, policyApprover, policyProposer, policyReader, resources };

/** Name -> the hints that are true, in the order R(ead only) D(estructive) I(dempotent) O(pen world). */
const hints = (page: object) =>
  Object.fromEntries(
    toolsOf(page).map(({ name, annotations }) => [
      name,
      [
        annotations.readOnlyHint ? "R" : "",
        annotations.destructiveHint ? "D" : "",
        annotations.idempotentHint ? "I" : "",
        annotations.openWorldHint ? "O" : "",
      ].join(""),
    ]),
  );

describe("the tools", () => {
  it("have these names and annotations", () => {
    expect(hints(loop)).toEqual({ yield_turn: "I" });
    expect(hints(chat)).toEqual({ post: "", read_pending_messages: "" });
    expect(hints(compositorAdmin)).toEqual({ attach_server: "IO", detach_server: "DI" });
    expect(hints(resources)).toEqual({
      apply_preset: "I",
      list: "RI",
      list_subscriptions: "RI",
      list_templates: "RI",
      read: "RI",
      read_blocks: "RI",
      save_preset: "I",
      subscribe: "I",
      subscribe_list_changes: "I",
      unsubscribe: "I",
      unsubscribe_list_changes: "I",
    });
    expect(hints(policyReader)).toEqual({ decide: "RI", decide_batch: "RI" });
    expect(hints(policyProposer)).toEqual({ propose_policy: "", withdraw_proposal: "I" });
    expect(hints(policyApprover)).toEqual({
      accept_definition: "D",
      approve: "D",
      approve_proposal: "D",
      deny: "D",
      extend: "D",
      list_modes: "RI",
      reject_proposal: "D",
      reload_policy: "D",
      revoke: "D",
      set_mode: "D",
      set_policy: "D",
      set_policy_text: "D",
      validate_policy: "RI",
    });
  });

  const all = Object.values(pages).flatMap(toolsOf);

  it.each(all.map((tool) => [tool.name, tool] as const))("`%s` has JSON Schemas that are closed objects", (_, tool) => {
    expect(z.toJSONSchema(tool.input, { io: "input" })).toMatchObject({ type: "object", additionalProperties: false });
    expect(z.toJSONSchema(tool.output)).toMatchObject({ type: "object", additionalProperties: false });
    expect([tool.title, tool.description].every((text) => text.length > 0)).toBe(true);
  });

  it.each(all.map((tool) => [tool.name, tool] as const))("`%s` refuses an argument it does not know", (_, tool) => {
    const issues = tool.input.safeParse({ unknown_argument: 1 }).error?.issues ?? [];
    expect(issues.filter((issue) => issue.code === "unrecognized_keys")).toHaveLength(1);
  });
});

describe("approve", () => {
  it("allows once, where nothing else is said", () => {
    expect(policyApprover.approve.input.parse({ id: "a" })).toEqual({ id: "a", scope: { kind: "once" } });
    expect(policyApprover.approve.input.safeParse({ id: "a", scope: { kind: "grant" } }).success).toBe(false);
  });
});

describe("decide", () => {
  it("takes missing arguments for none", () => {
    expect(policyReader.decide.input.parse({ name: "a_b" })).toEqual({ name: "a_b", arguments: {} });
  });
});

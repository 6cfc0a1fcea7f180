import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ApproverDoor, openApproverDoor } from "./testing/approver-door.ts";

let door: ApproverDoor;
beforeEach(async () => {
  door = await openApproverDoor();
});
afterEach(() => door.close());

describe("createPolicyApprover", () => {
  it("has a person's tools and no resources", async () => {
    const { tools } = await door.child.request("tools/list");
    expect((tools as { name: string }[]).map(({ name }) => name)).toEqual([
      "approve",
      "deny",
      "extend",
      "revoke",
      "approve_proposal",
      "reject_proposal",
      "set_policy",
      "set_policy_text",
      "validate_policy",
      "reload_policy",
      "list_modes",
      "set_mode",
      "accept_definition",
    ]);
    expect(door.child.initialize.capabilities).toEqual({ tools: {} });
  });
});

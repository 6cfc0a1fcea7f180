import type { ApprovalRequest } from "@sallyport/store";
import { createMemoryStores } from "@sallyport/store/memory";
import { afterEach, describe, expect, it } from "vitest";
import { createFormDesk } from "./form-desk.ts";

const stores = createMemoryStores();
const gate = stores.open("gate");
const approver = stores.open("approver");
const reader = stores.open("reader");
const desk = createFormDesk("default", approver.approvals);
afterEach(() => gate.approvals.cancelMount("default", "files"));

async function ask(given: Partial<ApprovalRequest> = {}): Promise<string> {
  const outcome = await gate.approvals.ask({
    agent: "default",
    principal: "agent",
    session: "s",
    client: null,
    name: "files_write_file",
    server: "files",
    tool: "write_file",
    tool_title: null,
    safety: "mutating",
    arguments: {},
    arguments_digest: "one",
    definition_digest: "d",
    policy: { version: 1, digest: "p" },
    rationale: "",
    options: [{ id: "once", name: "Once", kind: "allow_once", allows: true }],
    owner: "instance-1",
    lifetime_ms: 60_000,
    ...given,
  });
  return "record" in outcome ? outcome.record.approval_id : "";
}

describe("createFormDesk", () => {
  it("decides once, in the client's name", async () => {
    const [yes, no] = [await ask(), await ask({ arguments_digest: "two" })];
    await desk(yes, { decision: "allow" }, "my-host");
    await desk(no, { decision: "deny", comment: "not here" }, "my-host");
    const by = "elicitation:my-host";
    expect(await reader.approvals.get(yes)).toMatchObject({ state: "approved", decided_by: by, comment: null });
    expect(await reader.approvals.get(no)).toMatchObject({
      state: "denied",
      decided_by: by,
      comment: "not here",
      stop_agent: false,
    });
    await expect(desk(no, { decision: "allow" }, "my-host")).rejects.toMatchObject({ code: "already_decided" });
  });

  it("has nothing of another agent's", async () => {
    const id = await ask({ agent: "another" });
    await expect(desk(id, { decision: "allow" }, "my-host")).rejects.toMatchObject({ code: "not_found" });
    expect(await reader.approvals.get(id)).toMatchObject({ state: "pending" });
  });
});

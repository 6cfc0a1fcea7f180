import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ApproverDoor, fault, openApproverDoor } from "../testing/approver-door.ts";

let door: ApproverDoor;
beforeEach(async () => {
  door = await openApproverDoor();
});
afterEach(() => door.close());

describe("approve", () => {
  it("allows a call that waits, in the name of who is at the door", async () => {
    const { approval_id: id } = await door.ask("default");
    const { structuredContent } = await door.call("approve", { id, comment: "fine" });
    expect(structuredContent).toMatchObject({ id, state: "approved", runs: "now" });
    expect(await door.reader.approvals.get(id)).toMatchObject({
      state: "approved",
      decided_by: "user:ann",
      option: "allow_once",
      comment: "fine",
    });
  });

  it("N34 runs nothing where the caller has gone, and says so", async () => {
    const { approval_id: id, owner } = await door.ask("default");
    await door.gate.approvals.orphan(id, owner);
    const { structuredContent } = await door.call("approve", { id });
    expect(structuredContent).toMatchObject({ id, state: "approved", runs: "on_repeat" });
  });

  it("answers a second decision with who decided, and when", async () => {
    const { approval_id: id } = await door.ask("default");
    await door.call("deny", { id });
    const { decided_at } = (await door.reader.approvals.get(id)) ?? {};
    const said = { state: "denied", decided_by: "user:ann", decided_at };
    expect(await door.call("approve", { id })).toMatchObject(fault("already_decided", said));
    expect(await door.call("deny", { id })).toMatchObject(fault("already_decided", said));
  });

  it("says of what nobody decided since when it is over", async () => {
    const { approval_id: id, server } = await door.ask("default");
    await door.gate.approvals.cancelMount("default", server);
    const said = { state: "cancelled", decided_by: null, decided_at: expect.any(String) };
    expect(await door.call("approve", { id })).toMatchObject(fault("wrong_state", said));
    expect(await door.call("deny", { id })).toMatchObject(fault("wrong_state", said));
  });

  it("refuses an option that is not there, or does not allow", async () => {
    const { approval_id: id } = await door.ask("default");
    expect(await door.call("approve", { id, option: "always" })).toMatchObject(fault("invalid_input"));
    expect(await door.call("approve", { id, option: "reject_once" })).toMatchObject(fault("invalid_input"));
    expect(await door.reader.approvals.get(id)).toMatchObject({ state: "pending" });
  });

  it("refuses a scope that is not built, rather than ignore it", async () => {
    const { approval_id: id } = await door.ask("default");
    const answer = await door.call("approve", { id, scope: { kind: "grant", match: "tool" } });
    expect(answer).toMatchObject(fault("invalid_input"));
    expect(await door.reader.approvals.get(id)).toMatchObject({ state: "pending" });
  });
});

describe("deny", () => {
  it("refuses a call that waits, with the reason", async () => {
    const { approval_id: id } = await door.ask("default");
    const { structuredContent } = await door.call("deny", { id, reason: "not on a Friday", stop_agent: true });
    expect(structuredContent).toEqual({ id, state: "denied" });
    expect(await door.reader.approvals.get(id)).toMatchObject({
      state: "denied",
      decided_by: "user:ann",
      comment: "not on a Friday",
      stop_agent: true,
    });
  });
});

describe("extend", () => {
  it("lets a call wait an hour longer, a day at most, and decides nothing", async () => {
    const { approval_id: id, created_at, expires_at } = await door.ask("default");
    const { structuredContent } = await door.call("extend", { id });
    const later = new Date(Date.parse(expires_at) + 3_600_000).toISOString();
    expect(structuredContent).toEqual({ id, state: "pending", expires_at: later });
    expect(await door.reader.approvals.get(id)).toMatchObject({ expires_at: later, decided_by: null });
    for (let hours = 0; hours < 23; hours += 1) await door.call("extend", { id });
    const day = new Date(Date.parse(created_at) + 24 * 3_600_000).toISOString();
    expect(await door.call("extend", { id })).toMatchObject(fault("wrong_state", { expires_at: day }));
    expect(await door.reader.approvals.get(id)).toMatchObject({ state: "pending", expires_at: day });
  });

  it("refuses what was decided", async () => {
    const { approval_id: id } = await door.ask("default");
    await door.call("approve", { id });
    expect(await door.call("extend", { id })).toMatchObject(fault("already_decided", { state: "approved" }));
  });
});

describe("revoke", () => {
  it("takes back what no call has claimed", async () => {
    const { approval_id: id } = await door.ask("default");
    await door.call("approve", { id });
    expect((await door.call("revoke", { id })).structuredContent).toEqual({ id, state: "revoked" });
  });

  it("refuses what a call has claimed", async () => {
    const { approval_id: id, owner } = await door.ask("default");
    await door.call("approve", { id });
    await door.gate.approvals.claim(id, owner);
    expect(await door.call("revoke", { id })).toMatchObject({ isError: true });
    expect(await door.reader.approvals.get(id)).toMatchObject({ state: "claimed" });
  });
});

describe("approve, deny, extend and revoke", () => {
  it("answer another agent's call exactly as one that does not exist", async () => {
    const { approval_id: id } = await door.ask("other");
    const tools = ["approve", "deny", "extend", "revoke"];
    const answers = await Promise.all(tools.map((name) => door.call(name, { id })));
    const unknown = await Promise.all(tools.map((name) => door.call(name, { id: "nothing" })));
    expect(unknown).toMatchObject(tools.map(() => fault("not_found")));
    expect(JSON.stringify(answers).replaceAll(id, "nothing")).toBe(JSON.stringify(unknown));
    expect(await door.reader.approvals.get(id)).toMatchObject({ state: "pending" });
  });
});

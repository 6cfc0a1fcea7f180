import { ONE_SHOT_LIFETIME_MS, PENDING_LIMIT } from "@sallyport/contract/approvals";
import { describe, expect, it } from "vitest";
import { request } from "./examples.ts";
import type { Opened } from "./run-store-conformance.ts";

async function asked({ gate }: Opened, over: Parameters<typeof request>[0] = {}) {
  const outcome = await gate.approvals.ask(request(over));
  if (!("record" in outcome)) throw new Error("expected a record");
  return outcome;
}

export function approvalCases(given: () => Opened): void {
  describe("approvals", () => {
    it("a live caller's ask is approved, claimed once and finished once", async () => {
      const { gate, approver } = given();
      const owner = await gate.instances.enter({ agent: "a", view: "agent" });
      const { record } = await asked(given(), { owner });
      const approved = await approver.approvals.approve({ id: record.approval_id, comment: "fine", by: "ann" });
      expect(approved).toMatchObject({
        state: "approved",
        runs: "now",
        option: "yes",
        decided_by: "ann",
        comment: "fine",
      });
      const claims = await Promise.all([1, 2, 3].map((n) => gate.approvals.claim(record.approval_id, `i${n}`)));
      expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
      expect(await gate.approvals.finish(record.approval_id, "done")).toBe(true);
      expect(await gate.approvals.finish(record.approval_id, "failed")).toBe(false);
    });

    it("a record has what the ask carried, also where nothing is known of the client or the tool", async () => {
      const { reader } = given();
      const { lifetime_ms: _, ...carried } = request({ client: null, tool_title: null, safety: "destructive" });
      const { record } = await asked(given(), carried);
      expect(record).toMatchObject(carried);
      expect(await reader.approvals.get(record.approval_id)).toEqual(record);
      const { lifetime_ms: __, ...claimed } = request({ arguments_digest: "digest-2" });
      const second = await asked(given(), claimed);
      expect(await reader.approvals.get(second.record.approval_id)).toMatchObject(claimed);
    });

    it("N32 the same call after its approval was used asks again", async () => {
      const { gate, approver } = given();
      const { record } = await asked(given());
      await approver.approvals.approve({ id: record.approval_id, by: "ann" });
      expect((await asked(given())).kind).toBe("claimed");
      await gate.approvals.finish(record.approval_id, "done");
      expect((await asked(given())).kind).toBe("created");
    });

    it("N34 an approval whose caller is gone runs on the identical repeat, once, within ten minutes", async () => {
      const { gate, approver, pass } = given();
      const { record } = await asked(given());
      expect(await gate.approvals.orphan(record.approval_id, "instance-1")).toBe(true);
      expect(await approver.approvals.approve({ id: record.approval_id, by: "ann" })).toMatchObject({
        runs: "on_repeat",
      });
      expect((await asked(given(), { arguments_digest: "digest-2" })).kind).toBe("created");
      expect((await asked(given(), { definition_digest: "definition-2" })).kind).toBe("created");
      expect((await asked(given(), { agent: "b" })).kind).toBe("created");
      pass(ONE_SHOT_LIFETIME_MS - 1);
      expect(await asked(given(), { owner: "instance-2" })).toMatchObject({
        kind: "claimed",
        record: { approval_id: record.approval_id, owner: "instance-2", state: "claimed" },
      });
    });

    it("N34 the one-shot approval is over after ten minutes", async () => {
      const { gate, approver, pass } = given();
      const { record } = await asked(given());
      await approver.approvals.approve({ id: record.approval_id, by: "ann" });
      pass(ONE_SHOT_LIFETIME_MS);
      expect(await gate.approvals.claim(record.approval_id, "instance-1")).toBeNull();
      expect((await asked(given())).kind).toBe("created");
    });

    it("a caller whose process is not known runs on repeat, and both moves are on the timeline", async () => {
      const { approver, reader } = given();
      const { record } = await asked(given());
      expect(await approver.approvals.approve({ id: record.approval_id, by: "ann" })).toMatchObject({
        runs: "on_repeat",
      });
      const events = await reader.timeline.list({ limit: 10 });
      expect(events.map(({ action, verdict, subject, by }) => ({ action, verdict, subject, by }))).toEqual([
        { action: "approval-asked", verdict: undefined, subject: record.approval_id, by: undefined },
        { action: "approval-orphaned", verdict: "caller_gone", subject: record.approval_id, by: undefined },
        { action: "approval-approved", verdict: "user_approve", subject: record.approval_id, by: "ann" },
      ]);
    });

    it("N36 a repeat attaches to the record that waits: same id, digest and deadline, new owner", async () => {
      const { gate, pass } = given();
      const { record } = await asked(given());
      await gate.approvals.orphan(record.approval_id, "instance-1");
      pass(1000);
      const repeated = await asked(given(), { owner: "instance-2" });
      expect(repeated).toEqual({ kind: "attached", record: { ...record, owner: "instance-2" } });
      expect(await gate.approvals.orphan(record.approval_id, "instance-1")).toBe(false);
    });

    it("a refusal that no call has heard is told to the first identical repeat, once, within the hour", async () => {
      const { gate, approver, pass } = given();
      const refuse = async (over: Parameters<typeof request>[0] = {}) => {
        const { record } = await asked(given(), over);
        await gate.approvals.orphan(record.approval_id, "instance-1");
        return approver.approvals.deny({ id: record.approval_id, reason: "not this", stop_agent: false, by: "ann" });
      };
      const denied = await refuse();
      expect((await asked(given(), { agent: "b" })).kind).toBe("created");
      expect((await asked(given(), { arguments_digest: "digest-2" })).kind).toBe("created");
      const repeats = await Promise.all([asked(given()), asked(given())]);
      expect(repeats.map(({ kind }) => kind).toSorted()).toEqual(["created", "refused"]);
      expect(repeats.find(({ kind }) => kind === "refused")).toEqual({ kind: "refused", record: denied });

      await refuse({ arguments_digest: "digest-3" });
      pass(60 * 60 * 1000);
      expect((await asked(given(), { arguments_digest: "digest-3" })).kind).toBe("created");
    });

    it("a refusal that its call has heard is over, and so is one that stopped the agent; one taken back counts as one", async () => {
      const { gate, approver, agents } = given();
      const { record } = await asked(given());
      await approver.approvals.deny({ id: record.approval_id, reason: "", stop_agent: false, by: "ann" });
      await gate.approvals.heard(record.approval_id);
      const again = await asked(given());
      expect(again.kind).toBe("created");
      await approver.approvals.approve({ id: again.record.approval_id, by: "ann" });
      await approver.approvals.revoke({ id: again.record.approval_id, by: "ann" });
      expect(await asked(given())).toMatchObject({ kind: "refused", record: { state: "revoked" } });
      const stopping = await asked(given());
      await approver.approvals.deny({ id: stopping.record.approval_id, reason: "", stop_agent: true, by: "ann" });
      await agents.agents.resume({ agent: "a", by: "ann" });
      expect((await asked(given())).kind).toBe("created");
    });

    it("a second decision says who was first and when", async () => {
      const { approver } = given();
      const { record } = await asked(given());
      const denied = await approver.approvals.deny({
        id: record.approval_id,
        reason: "no",
        stop_agent: true,
        by: "ann",
      });
      expect(denied).toMatchObject({ state: "denied", stop_agent: true, comment: "no" });
      await expect(approver.approvals.approve({ id: record.approval_id, by: "bob" })).rejects.toMatchObject({
        code: "already_decided",
        details: { state: "denied", decided_by: "ann", decided_at: "2030-01-01T00:00:00.000Z" },
      });
      await expect(
        approver.approvals.deny({ id: "nope", reason: "", stop_agent: false, by: "bob" }),
      ).rejects.toMatchObject({
        code: "not_found",
      });
    });

    it("what cannot be decided any more says since when, and who stopped the agent where one did", async () => {
      const { gate, approver, pass } = given();
      const approve = (id: string) => approver.approvals.approve({ id, by: "bob" });
      const over = { state: "expired", decided_by: null, decided_at: "2030-01-01T00:01:00.000Z" };
      const expired = await asked(given());
      pass(60_000);
      await expect(approve(expired.record.approval_id)).rejects.toMatchObject({ code: "wrong_state", details: over });
      const gone = await asked(given());
      await gate.approvals.cancelMount("a", "files");
      await expect(approve(gone.record.approval_id)).rejects.toMatchObject({
        details: { ...over, state: "cancelled" },
      });
      const stopped = await asked(given());
      const { record } = await asked(given(), { arguments_digest: "digest-2" });
      await approver.approvals.deny({ id: record.approval_id, reason: "enough", stop_agent: true, by: "ann" });
      pass(1000);
      await expect(approve(stopped.record.approval_id)).rejects.toMatchObject({
        code: "wrong_state",
        details: { ...over, state: "cancelled", decided_by: "ann" },
      });
    });

    it("an option that is not there, or does not allow, approves nothing", async () => {
      const { approver, reader } = given();
      const { record } = await asked(given());
      const none = await asked(given(), { arguments_digest: "digest-2", options: [] });
      const approve = (id: string, option?: string) =>
        approver.approvals.approve({ id, by: "ann", ...(option !== undefined && { option }) });
      await expect(approve(record.approval_id, "no")).rejects.toMatchObject({ code: "invalid_input" });
      await expect(approve(record.approval_id, "constructor")).rejects.toMatchObject({ code: "invalid_input" });
      await expect(approve(none.record.approval_id)).rejects.toMatchObject({ code: "invalid_input" });
      expect(await reader.approvals.pending({})).toHaveLength(2);
    });

    it("an ask past its time cannot be approved, and is expired for good", async () => {
      const { approver, reader, pass } = given();
      const { record } = await asked(given());
      pass(60_000);
      await expect(approver.approvals.approve({ id: record.approval_id, by: "ann" })).rejects.toMatchObject({
        code: "wrong_state",
      });
      expect(await reader.approvals.pending({})).toEqual([]);
      expect(await reader.approvals.history({ limit: 5 })).toMatchObject([{ state: "expired", decided_by: null }]);
    });

    it("an ask that is given more time outlives its first time, and a repeat attaches to it", async () => {
      const { gate, approver, reader, pass } = given();
      const { record } = await asked(given());
      const extended = await approver.approvals.extend({ id: record.approval_id, by: "ann" });
      expect(extended).toEqual({ ...record, expires_at: "2030-01-01T01:01:00.000Z" });
      pass(60 * 60 * 1000);
      expect(await gate.approvals.expireDue("a")).toEqual([]);
      expect(await asked(given())).toEqual({ kind: "attached", record: extended });
      const [, second] = await reader.timeline.list({ limit: 10 });
      expect(second).toMatchObject({ action: "approval-extended", status: "pending", by: "ann" });
      pass(60_000);
      await expect(approver.approvals.extend({ id: record.approval_id, by: "ann" })).rejects.toMatchObject({
        code: "wrong_state",
        details: { state: "expired" },
      });
    });

    it("expireDue answers the ids it expired, once", async () => {
      const { gate, pass } = given();
      const { record } = await asked(given());
      expect(await gate.approvals.expireDue("a")).toEqual([]);
      pass(60_000);
      expect(await gate.approvals.expireDue("a")).toEqual([record.approval_id]);
      expect(await gate.approvals.expireDue("a")).toEqual([]);
    });

    it("revoke takes back what is not claimed, and nothing else", async () => {
      const { gate, approver } = given();
      const { record } = await asked(given());
      const revoke = () => approver.approvals.revoke({ id: record.approval_id, by: "ann" });
      await expect(revoke()).rejects.toMatchObject({ code: "wrong_state" });
      await approver.approvals.approve({ id: record.approval_id, by: "ann" });
      expect(await revoke()).toMatchObject({ state: "revoked" });
      expect(await gate.approvals.claim(record.approval_id, "instance-1")).toBeNull();
      await expect(revoke()).rejects.toMatchObject({ code: "wrong_state" });
    });

    it("N35 what a dead instance left is orphaned or unknown, a live one's is left alone", async () => {
      const { gate, approver } = given();
      const waiting = await asked(given(), { owner: "dead" });
      const alive = await asked(given(), { owner: "alive", arguments_digest: "digest-2" });
      const running = await asked(given(), { owner: "dead", arguments_digest: "digest-3" });
      await approver.approvals.approve({ id: running.record.approval_id, by: "ann" });
      await gate.approvals.claim(running.record.approval_id, "dead");
      expect(await gate.approvals.adoptAbandoned("a", (owner) => owner === "alive")).toEqual({
        orphaned: 1,
        unknown: 1,
      });
      const states = [waiting, alive, running].map(({ record }) => gate.approvals.get(record.approval_id));
      expect((await Promise.all(states)).map((record) => record?.state)).toEqual(["orphaned", "pending", "unknown"]);
      expect(await gate.approvals.claim(running.record.approval_id, "alive")).toBeNull();
    });

    it("asks of a mount that goes away are cancelled", async () => {
      const { gate } = given();
      await asked(given());
      await asked(given(), { server: "other" });
      expect(await gate.approvals.cancelMount("a", "files")).toBe(1);
    });

    it("N43 one agent has at most fifty asks waiting, another agent is not concerned", async () => {
      const { gate } = given();
      for (let n = 0; n < PENDING_LIMIT; n += 1) await asked(given(), { arguments_digest: `digest-${n}` });
      expect(await gate.approvals.ask(request({ arguments_digest: "one more" }))).toEqual({
        kind: "too_many",
        pending: 50,
      });
      expect((await asked(given(), { arguments_digest: "digest-7" })).kind).toBe("attached");
      expect((await asked(given(), { agent: "b", arguments_digest: "one more" })).kind).toBe("created");
    });

    it("N12 pending and history answer one agent's records where an agent is named", async () => {
      const { reader } = given();
      await asked(given());
      await asked(given(), { agent: "b" });
      expect((await reader.approvals.pending({ agent: "a" })).map(({ agent }) => agent)).toEqual(["a"]);
      expect(await reader.approvals.pending({})).toHaveLength(2);
    });
  });
}

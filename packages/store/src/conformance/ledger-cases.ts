import { describe, expect, it } from "vitest";
import { decidedCall, endedCall, newPolicy } from "./examples.ts";
import type { Opened } from "./run-store-conformance.ts";

export function ledgerCases(given: () => Opened): void {
  describe("ledger", () => {
    it("a decision and an end are one event each, chained", async () => {
      const { gate, reader } = given();
      const { version, digest } = await gate.policies.start(newPolicy());
      const call = decidedCall("c1", { policy: { version, digest } });
      expect(await gate.ledger.recordDecision(call)).toBe("recorded");
      await gate.ledger.recordEnd(endedCall("c1"));
      const [, decided, ended] = await reader.timeline.list({ agent: "a", limit: 10 });
      expect(decided).toMatchObject({ phase: "policy", status: "allowed", call_id: "c1", verdict: "policy_allow" });
      expect(ended).toMatchObject({
        phase: "call",
        status: "ok",
        call_id: "c1",
        duration_ms: 1.5,
        prev: decided?.hash,
      });
      expect(await reader.timeline.verify()).toEqual({ ok: true, events: 3, head: ended?.hash });
    });

    it("N27 a decision under a policy that is no longer active is not recorded", async () => {
      const { gate, approver, reader } = given();
      const { version, digest } = await gate.policies.start(newPolicy());
      await approver.policies.activate(newPolicy({ source: "other" }));
      const call = decidedCall("c1", { policy: { version, digest } });
      expect(await gate.ledger.recordDecision(call)).toBe("policy_changed");
      expect((await reader.timeline.list({ limit: 10 })).filter(({ call_id }) => call_id === "c1")).toEqual([]);
    });

    it("an entry that cannot be written does not take the others of its batch down", async () => {
      const { gate, reader } = given();
      await gate.ledger.recordDecision(decidedCall("taken"));
      const outcomes = await Promise.allSettled([
        gate.ledger.recordDecision(decidedCall("c1")),
        gate.ledger.recordDecision(decidedCall("taken")),
        gate.ledger.recordEnd(endedCall("never decided")),
        gate.ledger.recordDecision(decidedCall("c2")),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
      const events = await reader.timeline.list({ limit: 10 });
      expect(events.map(({ call_id }) => call_id)).toEqual(["taken", "c1", "c2"]);
      expect(await reader.timeline.verify()).toMatchObject({ ok: true });
    });

    it("a call that was asked about takes the person's word afterwards, once", async () => {
      const { gate } = given();
      await gate.ledger.recordDecision(decidedCall("c1", { verdict: "policy_ask" }));
      expect(await gate.ledger.recordDecision(decidedCall("c1", { verdict: "user_approve" }))).toBe("recorded");
      await expect(gate.ledger.recordDecision(decidedCall("c1", { verdict: "user_approve" }))).rejects.toMatchObject({
        code: "wrong_state",
      });
    });

    it("text with half a character in it is recorded all the same", async () => {
      const { gate, reader } = given();
      await gate.events.append({ agent: "a", phase: "mount", action: "x", status: "ok", tool: "odd \ud800 name" });
      expect(await reader.timeline.verify()).toMatchObject({ ok: true, events: 1 });
    });

    it("list answers the first events after a place, or the last ones, oldest first", async () => {
      const { gate, reader } = given();
      for (const action of ["1", "2", "3", "4"]) {
        await gate.events.append({ agent: "a", phase: "mount", action, status: "ok" });
      }
      await gate.events.append({ agent: "b", phase: "mount", action: "5", status: "ok" });
      const actions = async (filter: { agent?: string; after?: number; limit: number }) =>
        (await reader.timeline.list(filter)).map(({ action }) => action);
      expect(await actions({ agent: "a", limit: 2 })).toEqual(["3", "4"]);
      expect(await actions({ after: 3, limit: 10 })).toEqual(["4", "5"]);
      expect(await actions({ agent: "a", after: 1, limit: 2 })).toEqual(["2", "3"]);
      expect(await actions({ after: 5, limit: 10 })).toEqual([]);
    });
  });
}

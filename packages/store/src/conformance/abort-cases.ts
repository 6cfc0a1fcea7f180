import { describe, expect, it, vi } from "vitest";
import type { Change } from "../facets/change-feed.ts";
import { decidedCall, newPolicy, request } from "./examples.ts";
import type { Opened } from "./run-store-conformance.ts";

const at = "2030-01-01T00:00:00.000Z";

export function abortCases(given: () => Opened): void {
  const asked = async (over: Parameters<typeof request>[0] = {}): Promise<string> => {
    const outcome = await given().gate.approvals.ask(request(over));
    return "record" in outcome ? outcome.record.approval_id : outcome.kind;
  };
  const abort = () => given().agents.agents.abort({ agent: "a", reason: "enough", by: "ann" });
  const resume = () => given().agents.agents.resume({ agent: "a", by: "ann" });
  const decide = (id: string, over: Parameters<typeof decidedCall>[1] = {}) =>
    given().gate.ledger.recordDecision(decidedCall(id, over));
  const states = async () =>
    Object.fromEntries(
      (await given().reader.approvals.history({ limit: 10 })).map((row) => [row.approval_id, row.state]),
    );

  describe("the abort latch", () => {
    it("of a stopped agent nothing that would run or be asked is recorded, until a person resumes it", async () => {
      const { gate, reader } = given();
      await gate.policies.start(newPolicy());
      await abort();
      const verdicts = ["policy_allow", "grant_allow", "user_approve", "policy_ask"] as const;
      const outcomes = await Promise.all(verdicts.map((verdict) => decide(verdict, { verdict })));
      expect(outcomes).toEqual(verdicts.map(() => "agent_aborted"));
      expect(await asked()).toBe("agent_aborted");
      expect(await decide("refused", { verdict: "policy_deny_abort" })).toBe("recorded");
      expect(await decide("other", { agent: "b" })).toBe("recorded");
      expect(await decide("a person's own", { principal: "human" })).toBe("recorded");
      await resume();
      expect(await decide("policy_allow")).toBe("recorded");
      const recorded = (await reader.timeline.list({ limit: 20 })).map(({ call_id }) => call_id).filter(Boolean);
      expect(recorded).toEqual(["refused", "other", "a person's own", "policy_allow"]);
    });

    it("a policy that says so stops the agent with its decision, and the calls decided behind it", async () => {
      const { gate, reader } = given();
      const { version, digest } = await gate.policies.start(newPolicy());
      const policy = { version, digest };
      const outcomes = await Promise.all([
        decide("c1", { policy }),
        decide("c2", { policy, verdict: "policy_deny_abort", rationale: "it read the keys" }),
        decide("c3", { policy }),
      ]);
      expect(outcomes).toEqual(["recorded", "recorded", "agent_aborted"]);
      expect(await gate.latches.latch("a")).toEqual({ at, by: "policy version 1", reason: "it read the keys" });
      expect(await gate.latches.latch("b")).toBeNull();
      expect((await reader.timeline.list({ limit: 2 })).map(({ seq: _, prev, hash, ...event }) => event)).toMatchObject(
        [
          { action: "call-decided", call_id: "c2" },
          { phase: "policy", action: "agent-aborted", call_id: "c2", verdict: "policy_deny_abort", policy },
        ],
      );
    });

    it("a decision that is taken back stops nobody", async () => {
      const { gate, approver } = given();
      const { version, digest } = await gate.policies.start(newPolicy());
      await approver.policies.activate(newPolicy({ source: "other" }));
      const stale = { policy: { version, digest }, verdict: "policy_deny_abort" } as const;
      expect(await decide("c1", stale)).toBe("policy_changed");
      await decide("taken");
      await expect(decide("taken", { verdict: "policy_deny_abort" })).rejects.toMatchObject({ code: "wrong_state" });
      expect(await gate.latches.latch("a")).toBeNull();
    });

    it("a refusal that was on its way when a person resumed the agent does not stop it again", async () => {
      const { gate } = given();
      await gate.policies.start(newPolicy());
      await abort();
      await resume();
      await decide("late", { verdict: "policy_deny_abort" });
      await decide("later", { verdict: "user_deny_abort" });
      expect(await gate.latches.latch("a")).toBeNull();
    });

    it("N34 abort cancels what waits and what was approved and not yet claimed, of that agent alone", async () => {
      const { gate, approver, reader } = given();
      await gate.policies.start(newPolicy());
      const digests = ["waits", "left", "yes", "runs"];
      const [waits = "", left = "", yes = "", runs = ""] = await Promise.all(
        digests.map((arguments_digest) => asked({ arguments_digest })),
      );
      const others = await asked({ agent: "b" });
      await gate.approvals.orphan(left, "instance-1");
      await approver.approvals.approve({ id: yes, by: "bob", comment: "fine" });
      await approver.approvals.approve({ id: runs, by: "bob" });
      await gate.approvals.claim(runs, "instance-1");
      expect(await abort()).toMatchObject({ aborted: { at, by: "ann", reason: "enough" }, pending_approvals: 0 });
      expect(await states()).toEqual({
        [waits]: "cancelled",
        [left]: "cancelled",
        [yes]: "cancelled",
        [runs]: "claimed",
      });
      expect(await reader.approvals.get(yes)).toMatchObject({ decided_by: "bob", comment: "fine", stop_agent: true });
      expect((await reader.approvals.pending({})).map(({ approval_id }) => approval_id)).toEqual([others]);
      for (const id of [waits, left, yes]) {
        await expect(approver.approvals.approve({ id, by: "bob" })).rejects.toMatchObject({
          code: "wrong_state",
          message: expect.stringMatching(/agent `a` was stopped; resume/),
        });
        expect(await gate.approvals.claim(id, "instance-1")).toBeNull();
      }
    });

    it("a denial that stops the agent cancels the rest with it, and nothing comes back", async () => {
      const { gate, approver } = given();
      await gate.policies.start(newPolicy());
      const [denied, other] = [await asked(), await asked({ arguments_digest: "digest-2" })];
      await approver.approvals.deny({ id: denied, reason: "no", stop_agent: true, by: "ann" });
      expect(await gate.latches.latch("a")).toEqual({ at, by: "ann", reason: "no" });
      await resume();
      expect(await states()).toEqual({ [denied]: "denied", [other]: "cancelled" });
      const again = await asked();
      expect([denied, other, "agent_aborted"]).not.toContain(again);
      await approver.approvals.deny({ id: again, reason: "", stop_agent: false, by: "ann" });
      expect(await gate.latches.latch("a")).toBeNull();
    });

    it("one that is stopped keeps its first reason; only what is stopped can be resumed", async () => {
      const { gate, agents, reader } = given();
      await gate.policies.start(newPolicy());
      await abort();
      const second = await agents.agents.abort({ agent: "a", reason: "again", by: "bob" });
      expect(second.aborted).toEqual({ at, by: "ann", reason: "enough" });
      expect((await resume()).aborted).toBeNull();
      await expect(resume()).rejects.toMatchObject({ code: "wrong_state" });
      for (const unknown of [
        agents.agents.abort({ agent: "x", reason: "", by: "ann" }),
        agents.agents.resume({ agent: "x", by: "ann" }),
      ])
        await expect(unknown).rejects.toMatchObject({ code: "not_found" });
      expect((await reader.timeline.list({ limit: 9 })).map(({ action, by }) => `${action} ${by}`)).toEqual([
        "policy-activated undefined",
        "agent-aborted ann",
        "agent-resumed ann",
      ]);
      expect(await reader.timeline.verify()).toMatchObject({ ok: true });
    });
  });

  describe("agents", () => {
    it("every agent that left a trace is listed with how it stands", async () => {
      const { gate, agents, loop, pass } = given();
      await gate.policies.start(newPolicy({ mode: "careful" }));
      await gate.instances.enter({ agent: "a", view: "agent" });
      await gate.instances.enter({ agent: "a", view: "human" });
      await asked({ lifetime_ms: 500 });
      await asked({ arguments_digest: "digest-2" });
      pass(1000);
      await loop.turns.yieldTurn("b");
      await loop.turns.yieldTurn("b");
      const idle = { aborted: null, turns: 0, yielded_at: null, policy_version: null, mode: null };
      const [a, b] = [
        { ...idle, agent: "a", policy_version: 1, mode: "careful", pending_approvals: 1, compositors: 1 },
        { ...idle, agent: "b", turns: 2, yielded_at: "2030-01-01T00:00:01.000Z", pending_approvals: 0, compositors: 0 },
      ];
      expect(await agents.agents.list()).toEqual([a, b]);
      expect([await agents.agents.get("b"), await agents.agents.get("c")]).toEqual([b, null]);
    });

    it("turns, stops and resumes are told", async () => {
      const { gate, agents, loop } = given();
      const told: Change[] = [];
      gate.changes.watch((change) => told.push(change));
      await loop.turns.yieldTurn("a");
      await agents.agents.abort({ agent: "a", reason: "", by: "ann" });
      await agents.agents.abort({ agent: "a", reason: "", by: "ann" });
      await agents.agents.resume({ agent: "a", by: "ann" });
      await vi.waitFor(() =>
        expect(told.map(({ topic, agent }) => `${topic} ${agent}`)).toEqual(Array(3).fill("agents a")),
      );
    });
  });
}

import { OPEN_PROPOSALS_LIMIT, PROPOSALS_PER_HOUR } from "@sallyport/contract/proposals";
import { describe, expect, it } from "vitest";
import { newPolicy } from "./examples.ts";
import type { Opened } from "./run-store-conformance.ts";

const draft = { agent: "a", language: "typescript", title: "t", rationale: "r", source: "s" } as const;

export function policyCases(given: () => Opened): void {
  describe("policies", () => {
    it("versions only rise and the highest is active; start touches no agent that has one", async () => {
      const { gate, approver, reader } = given();
      expect(await gate.policies.active("a")).toBeNull();
      const first = await gate.policies.start(newPolicy({ source: "one" }));
      const second = await approver.policies.activate(newPolicy({ source: "two" }));
      const third = await approver.policies.activate(newPolicy({ source: "one" }));
      expect(await gate.policies.start(newPolicy({ source: "other" }))).toEqual(third);
      expect(await reader.policies.versions("a")).toEqual([third, second, first]);
      expect([first.version, second.version, third.version]).toEqual([1, 2, 3]);
      expect(third.digest).toBe(first.digest);
      expect(await reader.policies.version("a", 2)).toEqual(second);
      expect(await reader.policies.version("a", 9)).toBeNull();
      expect(await reader.policies.active("b")).toBeNull();
    });

    it("a policy that turns asks into denies has another digest", async () => {
      const { approver } = given();
      const interactive = await approver.policies.activate(newPolicy());
      const alone = await approver.policies.activate(newPolicy({ non_interactive: true }));
      expect(alone).toMatchObject({ non_interactive: true });
      expect(alone.digest).not.toBe(interactive.digest);
    });
  });

  describe("proposals", () => {
    it("N28 proposing changes no policy; approving activates, once", async () => {
      const { gate, proposer, approver, reader } = given();
      const active = await gate.policies.start(newPolicy());
      const proposal = await proposer.proposals.propose(draft);
      expect(await gate.policies.active("a")).toEqual(active);
      const approve = {
        id: proposal.id,
        active_version: active.version,
        policy: newPolicy({ source: "s" }),
        by: "ann",
      };
      expect(await approver.proposals.approve(approve)).toMatchObject({ version: 2, source: "s" });
      await expect(approver.proposals.approve(approve)).rejects.toMatchObject({
        code: "already_decided",
        details: { state: "approved", decided_by: "ann" },
      });
      expect(await reader.proposals.get(proposal.id)).toMatchObject({ status: "approved", decided_by: "ann" });
    });

    it("approving under another active policy than was read changes nothing", async () => {
      const { proposer, approver, reader } = given();
      const proposal = await proposer.proposals.propose(draft);
      await approver.policies.activate(newPolicy());
      const approve = { id: proposal.id, active_version: null, policy: newPolicy({ source: "s" }), by: "ann" };
      await expect(approver.proposals.approve(approve)).rejects.toMatchObject({ code: "stale_review" });
      expect(await reader.proposals.get(proposal.id)).toEqual(proposal);
      expect(await reader.policies.versions("a")).toHaveLength(1);
    });

    it("withdraw is for the agent's own, pending ones", async () => {
      const { proposer, approver } = given();
      const proposal = await proposer.proposals.propose(draft);
      const withdraw = (agent: string) => proposer.proposals.withdraw({ agent, id: proposal.id });
      await expect(withdraw("b")).rejects.toMatchObject({ code: "not_found" });
      await withdraw("a");
      await expect(withdraw("a")).rejects.toMatchObject({ code: "wrong_state" });
      await expect(approver.proposals.reject({ id: proposal.id, reason: "", by: "ann" })).rejects.toMatchObject({
        code: "already_decided",
      });
    });

    it("ten may be open, twenty made in an hour", async () => {
      const { proposer, pass } = given();
      const propose = () => proposer.proposals.propose(draft);
      const rounds = PROPOSALS_PER_HOUR / OPEN_PROPOSALS_LIMIT;
      for (let round = 0; round < rounds; round += 1) {
        const open = await Promise.all(Array.from({ length: OPEN_PROPOSALS_LIMIT }, propose));
        await expect(propose()).rejects.toMatchObject({ code: "too_many" });
        for (const { id } of open) await proposer.proposals.withdraw({ agent: "a", id });
      }
      await expect(propose()).rejects.toMatchObject({ code: "rate_limited" });
      pass(60 * 60 * 1000);
      expect(await propose()).toMatchObject({ status: "pending" });
    });
  });
}

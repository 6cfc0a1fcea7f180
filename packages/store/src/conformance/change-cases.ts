import { describe, expect, it, vi } from "vitest";
import type { Change } from "../facets/change-feed.ts";
import { mountRecord, newPolicy, request } from "./examples.ts";
import type { Opened } from "./run-store-conformance.ts";

const plain = ({ topic, agent, key }: Change) => `${topic} ${agent} ${key}`;

export function changeCases(given: () => Opened): void {
  describe("changes", () => {
    it("every change since opening is told once and in order, to each watcher of its time", async () => {
      const { gate, approver, reader } = given();
      await approver.policies.activate(newPolicy());
      const first: Change[] = [];
      const unwatch = reader.changes.watch((change) => first.push(change));
      for (let n = 2; n <= 20; n += 1) await approver.policies.activate(newPolicy({ agent: n % 2 === 0 ? "b" : "a" }));
      const asked = await gate.approvals.ask(request());
      const wanted = [
        ...Array.from({ length: 20 }, (_, n) => `policy ${n % 2 === 0 ? "a" : "b"} ${Math.floor(n / 2) + 1}`),
        `approvals a ${"record" in asked ? asked.record.approval_id : ""}`,
      ];
      await vi.waitFor(() => expect(first.map(plain)).toEqual(wanted));
      unwatch();
      await approver.policies.activate(newPolicy({ agent: "c" }));
      const second: Change[] = [];
      reader.changes.watch((change) => second.push(change));
      await vi.waitFor(() => expect(second.map(plain)).toEqual(["policy c 1"]));
      expect(first).toHaveLength(21);
    });

    it("a change that was rolled back is not told", async () => {
      const { gate, approver } = given();
      const told: Change[] = [];
      gate.changes.watch((change) => told.push(change));
      await expect(approver.approvals.revoke({ id: "nope", by: "ann" })).rejects.toMatchObject({ code: "not_found" });
      await approver.policies.activate(newPolicy());
      await vi.waitFor(() => expect(told.map(plain)).toEqual(["policy a 1"]));
    });
  });

  describe("instances", () => {
    it("this process lives under its id; nobody knows another", async () => {
      const { gate } = given();
      const id = await gate.instances.enter({ agent: "a", view: "agent" });
      expect([await gate.instances.isAlive(id), await gate.instances.isAlive("instance-x")]).toEqual([true, false]);
    });

    it("this process signs that it lives while the store can be written", async () => {
      const { gate } = given();
      const id = await gate.instances.enter({ agent: "a", view: "agent" });
      await gate.instances.sign(id);
      expect(await gate.instances.isAlive(id)).toBe(true);
    });

    it("one that ends takes its mounts with it", async () => {
      const { gate, reader } = given();
      const owner = await gate.instances.enter({ agent: "a", view: "agent" });
      await gate.mounts.record(mountRecord({ owner }));
      expect(await reader.mounts.list({ agent: "a" })).toHaveLength(1);
      await gate.close();
      expect(await reader.mounts.list({ agent: "a" })).toEqual([]);
    });
  });
}

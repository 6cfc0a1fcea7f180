import { describe, expect, it } from "vitest";
import type { Opened } from "./run-store-conformance.ts";

const seen = (digest: string) => ({
  agent: "a",
  server: "files",
  tools: [{ tool: "write", definition: { description: digest }, digest }],
});

export function definitionCases(given: () => Opened): void {
  describe("definitions", () => {
    it("N37 a changed definition stands as a change until what was read is accepted", async () => {
      const { gate, approver, reader } = given();
      expect(await gate.definitions.observe(seen("one"))).toEqual([]);
      const changes = await gate.definitions.observe(seen("two"));
      expect(changes).toMatchObject([
        { accepted_digest: "one", observed_digest: "two", observed: { description: "two" } },
      ]);
      expect(await gate.definitions.observe(seen("two"))).toEqual(changes);
      expect(await reader.definitions.changes({ agent: "a" })).toEqual(changes);
      const accept = (digest: string) =>
        approver.definitions.accept({ agent: "a", server: "files", tool: "write", digest, by: "ann" });
      await expect(accept("one")).rejects.toMatchObject({ code: "stale_review" });
      await accept("two");
      await expect(accept("two")).rejects.toMatchObject({ code: "not_found" });
      expect(await gate.definitions.observe(seen("two"))).toEqual([]);
      expect(await reader.definitions.changes({})).toEqual([]);
    });

    it("a definition that goes back to what was accepted is no change any more", async () => {
      const { gate, reader } = given();
      await gate.definitions.observe(seen("one"));
      await gate.definitions.observe(seen("two"));
      expect(await gate.definitions.observe(seen("one"))).toEqual([]);
      expect(await reader.definitions.changes({})).toEqual([]);
    });
  });

  describe("mounts", () => {
    it("the last observation of each mount stands until it is removed", async () => {
      const { gate, reader } = given();
      const mount = {
        agent: "a",
        owner: await gate.instances.enter({ agent: "a" }),
        name: "files",
        sandbox: "none",
        restarts: 0,
        since: "2030-01-01T00:00:00.000Z",
      };
      await gate.mounts.record({ ...mount, state: { state: "initializing" } });
      const failed = { ...mount, restarts: 1, state: { state: "failed", error: "gone" } } as const;
      await gate.mounts.record(failed);
      expect(await reader.mounts.list({ agent: "a" })).toEqual([failed]);
      expect(await reader.mounts.list({ agent: "b" })).toEqual([]);
      await gate.mounts.remove({ agent: "a", name: "files" });
      expect(await reader.mounts.list({})).toEqual([]);
      await gate.mounts.record({ ...failed, owner: "an instance that has left" });
      expect(await reader.mounts.list({})).toEqual([]);
    });
  });
}

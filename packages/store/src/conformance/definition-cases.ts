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

    it("what is accepted can be read without being observed", async () => {
      const { gate, reader } = given();
      const accepted = async () => [...(await gate.definitions.accepted({ agent: "a", server: "files" }))];
      expect(await accepted()).toEqual([]);
      await gate.definitions.observe(seen("one"));
      await gate.definitions.observe(seen("two"));
      expect(await accepted()).toEqual([["write", "one"]]);
      expect(await reader.definitions.changes({ agent: "a" })).toHaveLength(1);
    });

    it("a definition that goes back to what was accepted is no change any more", async () => {
      const { gate, reader } = given();
      await gate.definitions.observe(seen("one"));
      await gate.definitions.observe(seen("two"));
      expect(await gate.definitions.observe(seen("one"))).toEqual([]);
      expect(await reader.definitions.changes({})).toEqual([]);
    });
  });
}

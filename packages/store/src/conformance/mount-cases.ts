import { describe, expect, it } from "vitest";
import { mountRecord } from "./examples.ts";
import type { Opened } from "./run-store-conformance.ts";

export function mountCases(given: () => Opened): void {
  describe("mounts", () => {
    it("the last observation of each mount stands until it is removed", async () => {
      const { gate, reader } = given();
      const owner = await gate.instances.enter({ agent: "a", view: "agent" });
      await gate.mounts.record(mountRecord({ owner }));
      const failed = mountRecord({
        owner,
        pinned: true,
        launch: null,
        restarts: 1,
        state: { state: "failed", error: "gone" },
      });
      await gate.mounts.record(failed);
      expect(await reader.mounts.list({ agent: "a" })).toEqual([failed]);
      expect(await reader.mounts.list({ agent: "b" })).toEqual([]);
      await gate.mounts.remove({ agent: "a", view: "agent", name: "files" });
      expect(await reader.mounts.list({})).toEqual([]);
      await gate.mounts.record({ ...failed, owner: "an instance that has left" });
      expect(await reader.mounts.list({})).toEqual([]);
    });

    it("an agent's view and its person's have mounts of their own under one name", async () => {
      const { gate, meta, admin } = given();
      const mounts = await Promise.all(
        (["agent", "human"] as const).map(async (view) => {
          const mount = mountRecord({ view, owner: await gate.instances.enter({ agent: "a", view }) });
          await gate.mounts.record(mount);
          return mount;
        }),
      );
      expect(await meta.mounts.list({ agent: "a" })).toEqual(mounts);
      expect(await admin.mounts.list({ agent: "a", view: "human" })).toEqual(mounts.slice(1));
      await gate.mounts.remove({ agent: "a", view: "human", name: "files" });
      expect(await meta.mounts.list({})).toEqual(mounts.slice(0, 1));
    });
  });
}

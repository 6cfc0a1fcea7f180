import type { MountState } from "@sallyport/contract/mounts";
import { describe, expect, it, vi } from "vitest";
import type { GateStore } from "../roles.ts";
import { mountRecord } from "./examples.ts";
import type { Opened } from "./run-store-conformance.ts";

const RUNNING: MountState = { state: "running", initialize: {}, tools: [] };
const enter = ({ instances }: GateStore) => instances.enter({ agent: "a", view: "agent" });

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
      await gate.mounts.remove({ agent: "a", view: "agent", name: "files", owner });
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
      const [, { owner = "" } = {}] = mounts;
      await gate.mounts.remove({ agent: "a", view: "human", name: "files", owner });
      expect(await meta.mounts.list({})).toEqual(mounts.slice(0, 1));
    });

    it("of two compositors of one agent the latest that runs is shown, else the latest", async () => {
      const { gate, meta } = given();
      const [first, second] = [await enter(gate), await enter(gate)];
      const shows = async (owner: string, since: string, state: MountState) => {
        await gate.mounts.record(mountRecord({ owner, since: `2030-01-01T00:00:0${since}.000Z`, state }));
        return (await meta.mounts.list({})).map(
          (mount) => `${mount.owner === first ? "first" : "second"} ${mount.state.state}`,
        );
      };
      expect(await shows(first, "1", RUNNING)).toEqual(["first running"]);
      expect(await shows(second, "2", { state: "initializing" })).toEqual(["first running"]);
      expect(await shows(second, "3", RUNNING)).toEqual(["second running"]);
      expect(await shows(second, "4", { state: "failed", error: "gone" })).toEqual(["first running"]);
      expect(await shows(first, "5", { state: "initializing" })).toEqual(["first initializing"]);
      expect(await shows(second, "6", { state: "failed", error: "gone" })).toEqual(["second failed"]);
    });

    it("what a server writes to stderr stands with its record, and moves nothing else of it", async () => {
      const { gate, reader } = given();
      const owner = await enter(gate);
      const mount = mountRecord({ owner, state: RUNNING, stderr: ["listening", "  \u202e\u0000\t"], stderr_lines: 2 });
      const other = mountRecord({ owner, name: "github" });
      for (const recorded of [mount, other]) await gate.mounts.record(recorded);
      expect(await reader.mounts.list({ name: "files" })).toEqual([mount]);
      const told: string[] = [];
      reader.changes.watch(({ topic, agent, key }) => told.push(`${topic} ${agent} ${key}`));
      const wrote = { stderr: ["one more"], stderr_lines: 3 };
      await gate.mounts.recordStderr({ agent: "a", view: "agent", name: "files", owner, ...wrote });
      await vi.waitFor(() => expect(told.at(-1)).toBe("mount_stderr a files"));
      expect(await reader.mounts.list({})).toEqual([{ ...mount, ...wrote }, other]);
      await gate.mounts.remove(mount);
      await gate.mounts.recordStderr({ ...mount, ...wrote });
      expect(await reader.mounts.list({})).toEqual([other]);
    });

    it("a compositor takes away its own mounts, and nobody else's", async () => {
      const { gate, reader } = given();
      const [first, second] = [await enter(gate), await enter(gate)];
      const mounts = ["files", "github"].map((name) => mountRecord({ owner: first, name, state: RUNNING }));
      for (const mount of mounts) await gate.mounts.record(mount);
      for (const mount of mounts)
        await gate.mounts.record({ ...mount, owner: second, since: "2031-01-01T00:00:00.000Z" });
      const told: string[] = [];
      reader.changes.watch(({ topic, key }) => topic === "mounts" && told.push(key));
      await gate.mounts.remove({ agent: "a", view: "agent", name: "files", owner: second });
      await vi.waitFor(() => expect(told).toEqual(["files", "github", "files", "github", "files"]));
      expect((await reader.mounts.list({})).map(({ owner }) => owner === first)).toEqual([true, false]);
      await gate.mounts.remove({ agent: "a", view: "agent", name: "github", owner: second });
      expect(await reader.mounts.list({})).toEqual(mounts);
    });
  });
}

import { PRESETS_LIMIT, SUBSCRIPTIONS_LIMIT } from "@sallyport/contract/resources";
import { describe, expect, it, vi } from "vitest";
import type { Change } from "../facets/change-feed.ts";
import type { Opened } from "./run-store-conformance.ts";

const mine = { agent: "a", principal: "agent" } as const;
const persons = { agent: "a", principal: "human" } as const;
const file = (n: number | string) => ({ ...mine, server: "files", uri: `file:///${n}` });

export function subscriptionCases(given: () => Opened): void {
  const held = () => given().resources.subscriptions;

  describe("subscriptions", () => {
    it("resources are kept oldest first, once each, for their subscriber alone", async () => {
      await held().addResource(file(2));
      await held().addResource(file(1));
      await held().addResource(file(2));
      const added_at = "2030-01-01T00:00:00.000Z";
      expect(await held().resources(mine)).toEqual([
        { server: "files", uri: "file:///2", added_at },
        { server: "files", uri: "file:///1", added_at },
      ]);
      expect(await held().resources(persons)).toEqual([]);
      expect(await held().removeResource({ ...file(2), ...persons })).toBe(false);
      expect(await held().removeResource(file(2))).toBe(true);
      expect(await held().removeResource(file(2))).toBe(false);
      expect(await held().resources(mine)).toMatchObject([{ uri: "file:///1" }]);
    });

    it("list selections are kept by server", async () => {
      await held().addList({ ...mine, server: "notes" });
      await held().addList({ ...mine, server: "files" });
      await held().addList({ ...mine, server: "files" });
      expect([await held().lists(mine), await held().lists(persons)]).toEqual([["files", "notes"], []]);
      expect(await held().removeList({ ...mine, server: "files" })).toBe(true);
      expect(await held().removeList({ ...mine, server: "files" })).toBe(false);
      expect(await held().lists(mine)).toEqual(["notes"]);
    });

    it("a preset keeps what there was when it was last saved", async () => {
      const preset = (subscriber: typeof mine | typeof persons) => held().preset({ ...subscriber, name: "work" });
      await held().addResource(file(1));
      await held().addList({ ...mine, server: "notes" });
      expect(await held().savePreset({ ...mine, name: "work" })).toEqual({ resources: 1, lists: 1 });
      await held().removeResource(file(1));
      expect(await preset(mine)).toEqual({ resources: [{ server: "files", uri: "file:///1" }], lists: ["notes"] });
      expect(await preset(persons)).toBeNull();
      expect(await held().savePreset({ ...mine, name: "work" })).toEqual({ resources: 0, lists: 1 });
      expect(await preset(mine)).toEqual({ resources: [], lists: ["notes"] });
    });

    it("each change is told with whose it is, and what changes nothing is not", async () => {
      const told: Change[] = [];
      given().resources.changes.watch((change) => told.push(change));
      await held().addResource(file(1));
      await held().addResource(file(1));
      await held().addList({ ...persons, server: "files" });
      await held().removeList({ ...mine, server: "files" });
      await held().removeResource(file(1));
      await vi.waitFor(() =>
        expect(told.map(({ topic, agent, key }) => `${topic} ${agent} ${key}`)).toEqual([
          "subscriptions a agent",
          "subscriptions a human",
          "subscriptions a agent",
        ]),
      );
    });

    it("subscriptions and presets have limits; what is there already is no more", { timeout: 60_000 }, async () => {
      for (let n = 0; n < SUBSCRIPTIONS_LIMIT; n += 1) await held().addResource(file(n));
      await expect(held().addResource(file("more"))).rejects.toMatchObject({ code: "too_many" });
      await held().addResource(file(7));
      await held().addResource({ ...file("more"), ...persons });
      expect(await held().resources(mine)).toHaveLength(SUBSCRIPTIONS_LIMIT);
      for (let n = 0; n < PRESETS_LIMIT; n += 1) await held().savePreset({ ...mine, name: `p${n}` });
      await expect(held().savePreset({ ...mine, name: "more" })).rejects.toMatchObject({ code: "too_many" });
      expect(await held().preset({ ...mine, name: "more" })).toBeNull();
      expect(await held().savePreset({ ...mine, name: "p7" })).toMatchObject({ resources: SUBSCRIPTIONS_LIMIT });
    });
  });
}

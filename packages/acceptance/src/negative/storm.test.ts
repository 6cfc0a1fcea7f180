import { describe, expect, it } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { createTestBed } from "../harness/test-bed.ts";

const CALLS = 100;

describe("a child that floods", () => {
  it("T19 ten thousand changes a second hold up no other mount, and reach the client as a trickle", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ storm: bed.evil("--storm", "3400"), calm: bed.evil() });
    await eventually("both are there", async () => {
      const names = await client.toolNames();
      return names.includes("storm_act") && names.includes("calm_act");
    });
    await client.request("resources/subscribe", { uri: "evil://storm/state/counter" });
    await client.call("resources_subscribe", { server: "storm", uri: "evil://state/counter" });
    await client.heard("notifications/resources/updated");
    const before = client.notifications.length;
    const began = performance.now();
    for (let done = 0; done < CALLS; done++)
      expect((await client.call("calm_act", { done })).result.content[0].text).toMatch(/^act ran/);
    const elapsed = performance.now() - began;
    expect(bed.ran("act")).toBe(CALLS);
    // Each kind, and each resource, at most once in 50 ms: the front's three, the product's own pages, and some slack.
    const told = client.notifications.slice(before);
    expect(told.length).toBeLessThan((elapsed / 50 + 2) * 5);
    expect(told.every(({ method }) => /list_changed|resources\/updated/.test(String(method)))).toBe(true);
    // The flood lasts, and is still heard of.
    const after = client.notifications.length;
    await eventually("it goes on", () => client.notifications.length > after);
    expect((await client.call("storm_act", {})).error).toBeUndefined();
  });
});

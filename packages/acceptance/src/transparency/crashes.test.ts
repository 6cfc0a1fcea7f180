import { describe, expect, it } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { createTestBed } from "../harness/test-bed.ts";

describe.concurrent("children that fail in open mode", () => {
  it("T18 a crashed child answers again at once, and the other never noticed", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil(), other: bed.evil() });
    const unaffected = client.call("other_wait", { ms: 800 });
    const crashed = await client.call("evil_crash", {});
    expect(crashed.error?.message).toBeTypeOf("string");
    const again = await eventually(
      "it answers again",
      async () => (await client.call("evil_params", {})).result,
      5_000,
    );
    expect(again.isError).toBeUndefined();
    expect((await unaffected).result.content[0].text).toBe("waited 800 ms");
    expect(bed.ran("crash")).toBe(1);
  });

  it("T18 a subscription outlives the crash", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil() });
    const uri = "evil://evil/state/counter";
    await client.request("resources/subscribe", { uri });
    await client.call("evil_crash", {});
    await eventually(
      "it is subscribed again",
      () => bed.effects().filter((effect) => effect["resources/subscribe"]).length === 2,
    );
    await client.call("evil_notify", {
      method: "notifications/resources/updated",
      params: { uri: "evil://state/counter" },
    });
    expect((await client.heard("notifications/resources/updated")).params).toEqual({ uri });
  });

  it("T22 garbage on stdout is skipped", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil("--garbage") });
    expect((await client.call("evil_act", {})).result.content[0].text).toBe("act ran (1)");
  });

  it("T22 a flooded stderr holds nothing up", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil("--stderr-flood", "3000000") });
    expect((await client.call("evil_act", {})).result.content[0].text).toBe("act ran (1)");
    expect((await client.call("evil_act", {})).result.content[0].text).toBe("act ran (2)");
  });

  it("D04 no child is left, whatever it ignores", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({
      evil: bed.evil("--ignore-term", "--ignore-eof", "--grandchild"),
      other: bed.evil("--hang"),
    });
    await client.call("evil_act", {});
    void client.call("other_act", {});
    await eventually("it hangs", () => bed.ran("act") === 2);
    // Closing the bed fails the test where a process with the bed's marker is left.
  });

  it("D04 no child is left after a kill -9 of the gateway", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil() });
    await client.call("evil_act", {});
    await client.kill();
  });
});

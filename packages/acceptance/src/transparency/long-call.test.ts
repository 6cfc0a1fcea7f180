import { describe, expect, it } from "vitest";
import { createTestBed } from "../harness/test-bed.ts";

describe.concurrent("a long call in open mode", () => {
  it("T16 seventy seconds pass, with progress and without", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil() });
    const answers = await Promise.all([
      client.call("evil_wait", { ms: 70_000 }),
      client.call("evil_wait", { ms: 70_001 }, { _meta: { progressToken: "t" } }),
    ]);
    expect(answers.map(({ result }) => result?.content[0].text)).toEqual(["waited 70000 ms", "waited 70001 ms"]);
  });
});

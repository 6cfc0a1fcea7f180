import { describe, expect, it } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { createTestBed } from "../harness/test-bed.ts";

const unavailable = (result: { _meta?: Record<string, unknown> }) => JSON.stringify(result._meta ?? {});

describe.concurrent("children without measure", () => {
  it("N51 a list that never ends fails that server and no other", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ bad: bed.evil("--endless-list"), good: bed.evil() });
    await eventually("the endless one is given up", async () => {
      const { result } = await client.request("tools/list");
      return unavailable(result).includes("goes on past");
    });
    expect(await client.toolNames()).toContain("good_act");
  });

  it("N51 a list that is nested too deep hides nobody else's", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ bad: bed.evil("--deep-list"), good: bed.evil() });
    const prompts = await client.request("prompts/list");
    expect(JSON.stringify(prompts.result.prompts)).toContain("good_greet");
    const resources = await client.request("resources/list");
    expect(JSON.stringify(resources.result.resources)).toContain("//good/");
    expect(unavailable(resources.result)).toContain("bad");
  });

  it("N51 of questions without end a client hears so many and no more", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve(
      { evil: bed.evil("--question-flood", "2000") },
      { capabilities: { elicitation: {} }, answers: { "elicitation/create": () => new Promise(() => {}) } },
    );
    await client.call("evil_act", {});
    const refused = () => bed.effects().filter(({ refused }) => refused === -32005).length;
    await eventually("the rest is refused", () => refused() === 2000 - 64);
    expect(client.messages.filter(({ method }) => method === "elicitation/create")).toHaveLength(64);
  });
});

import { describe, expect, it } from "vitest";
import { byTool } from "../harness/policies.ts";
import { createTestBed } from "../harness/test-bed.ts";

describe.concurrent("a proposal", () => {
  it("G14 once approved it is in force: the write that asked now runs", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(byTool({ act: "ask" }));
    const client = await bed.serve({ evil: bed.evil() });
    void client.call("evil_act", { n: 1 });
    await bed.waiting(1);
    const proposed = await client.call("policy_proposer_propose_policy", {
      source: byTool({ act: "allow" }),
      title: "allow it",
    });
    const { id } = proposed.result.structuredContent;
    const [{ review }] = await bed.json(["proposals", "show", id]);
    await bed.must(["proposals", "approve", id, "--review", review]);
    expect((await client.call("evil_act", { n: 2 })).result.content[0].text).toBe("act ran (1)");
  });

  it("N28 proposing changes nothing in force", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(byTool({ act: "deny_continue" }));
    const before = await bed.json(["policy", "show"]);
    const client = await bed.serve({ evil: bed.evil() });
    const proposed = await client.call("policy_proposer_propose_policy", { source: byTool({ act: "allow" }) });
    expect(proposed.result.structuredContent.status).toBe("pending");
    expect((await client.call("evil_act", {})).error?.code).toBe(-32951);
    expect(await bed.json(["policy", "show"])).toEqual(before);
  });

  it("N28 an oversized one is refused and nothing is stored", async () => {
    await using bed = createTestBed();
    const client = await bed.serve({ evil: bed.evil() });
    const source = `${byTool({})}// ${"x".repeat(64 * 1024)}`;
    const { result } = await client.call("policy_proposer_propose_policy", { source });
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: "too_large" } } });
    expect(await bed.json(["proposals", "list"])).toEqual([]);
  });

  it("N28 hidden characters are shown to the person", async () => {
    await using bed = createTestBed();
    const client = await bed.serve({ evil: bed.evil() });
    const source = `${byTool({})}// \u202e reversed \u200b nothing`;
    const proposed = await client.call("policy_proposer_propose_policy", { source, title: "nice\u202e \u001b[2J" });
    const shown = await bed.must(["proposals", "show", proposed.result.structuredContent.id]);
    expect(shown).toContain("⟦U+202E⟧");
    expect(shown).toContain("⟦U+200B⟧");
    expect(shown).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}]/u);
  });
});

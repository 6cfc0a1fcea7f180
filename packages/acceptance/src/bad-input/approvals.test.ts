import { describe, expect, it } from "vitest";
import { byTool } from "../harness/policies.ts";
import { createTestBed } from "../harness/test-bed.ts";

describe.concurrent("a decision that cannot be made", () => {
  it("B07 an unknown id is not_found, exit 1", async () => {
    await using bed = createTestBed();
    await bed.setMode("ask-writes");
    const runs = await Promise.all([
      bed.sallyport(["approvals", "approve", "nobody"]),
      bed.sallyport(["approvals", "deny", "nobody"]),
      bed.sallyport(["approvals", "show", "nobody"]),
    ]);
    expect(runs.map(({ code, stdout }) => ({ code, stdout }))).toEqual([1, 1, 1].map((code) => ({ code, stdout: "" })));
    expect(runs.map(({ stderr }) => stderr.trim().split("\n").length)).toEqual([1, 1, 1]);
    expect(runs.map(({ stderr }) => stderr.includes("`nobody`"))).toEqual([true, true, true]);
  });

  it("B08 a second decision says who decided and when, exit 1", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(byTool({ act: "ask" }));
    const client = await bed.serve({ evil: bed.evil() });
    const answered = client.call("evil_act", {});
    const [record] = await bed.waiting(1);
    const id = record?.approval_id ?? "";
    const runs = await Promise.all([
      bed.sallyport(["approvals", "deny", id]),
      bed.sallyport(["approvals", "deny", id]),
      bed.sallyport(["approvals", "deny", id]),
    ]);
    await answered;
    expect(runs.map(({ code }) => code).toSorted()).toEqual([0, 1, 1]);
    const late = await bed.sallyport(["approvals", "approve", id]);
    const { decided_at } = await bed.approval(id);
    expect(late.code).toBe(1);
    expect(late.stderr).toContain(decided_at);
    expect(bed.effects()).toEqual([]);
  });
});

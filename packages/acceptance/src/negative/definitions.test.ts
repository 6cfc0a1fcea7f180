import { describe, expect, it } from "vitest";
import { byTool } from "../harness/policies.ts";
import { createTestBed, type TestBed } from "../harness/test-bed.ts";

/** A child that is something else after its first life, and takes a second to come back. */
function changesOnRestart(bed: TestBed) {
  const start = (...flags: string[]) => {
    const { command, args } = bed.evil(...flags);
    return `exec ${[command, ...args].map((word) => `'${word}'`).join(" ")}`;
  };
  const mark = `'${bed.folder}/lived'`;
  const script = `if [ -e ${mark} ]; then sleep 1; ${start("--redescribe-after", "0")}; fi; touch ${mark}; ${start()}`;
  return { command: "sh", args: ["-c", script], env: { PATH: process.env.PATH } };
}

describe.concurrent("definitions that change at the worst moment", () => {
  it("N37 a call that waits for its server to come back does not run what came back changed", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: changesOnRestart(bed) });
    await client.call("evil_crash", {});
    const { error } = await client.call("evil_act", {});
    expect(error).toMatchObject({ code: -32951, data: { definition_changed: true } });
    expect(bed.ran("act")).toBe(0);
  });

  it("N37 an approval given while the server comes back changed is void", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(byTool({ act: "ask" }));
    const client = await bed.serve({ evil: changesOnRestart(bed) });
    const answered = client.call("evil_act", {});
    const [record] = await bed.waiting(1);
    const id = record?.approval_id ?? "";
    await client.call("evil_crash", {});
    await bed.approve(id);
    expect((await answered).error).toMatchObject({ code: -32951, data: { definition_changed: true } });
    expect((await bed.approval(id)).state).toBe("voided");
    expect(bed.ran("act")).toBe(0);
  });

  it("N04 of a tool that is listed twice the first counts, and the server works", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil("--duplicate-names") });
    expect((await client.toolNames()).filter((name) => name === "evil_act")).toHaveLength(1);
    expect((await client.call("evil_act", {})).error).toBeUndefined();
  });
});

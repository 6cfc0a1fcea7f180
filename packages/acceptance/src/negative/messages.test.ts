import { describe, expect, it } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { byTool, program } from "../harness/policies.ts";
import { createTestBed } from "../harness/test-bed.ts";

const line = (params: string, id: string) => `{"jsonrpc":"2.0","id":"${id}","method":"tools/call","params":${params}}`;

describe.concurrent("odd messages and names", () => {
  it("N06 duplicate and case-variant keys are refused before the policy", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(program(`throw new Error("the policy was asked");`));
    const client = await bed.serve({ evil: bed.evil() });
    const twice = [
      '{"name":"evil_params","name":"evil_act","arguments":{}}',
      '{"name":"evil_params","Name":"evil_act","arguments":{}}',
      '{"name":"evil_params","arguments":{},"arguments":{"a":1}}',
      '{"name":"evil_params","arguments":{"a":1,"a":2}}',
      '{"name":"evil_params","arguments":{"deep":[{"a":1,"\\u0061":2}]}}',
    ];
    const answers = await Promise.all(twice.map((params, index) => client.raw(line(params, `t${index}`), `t${index}`)));
    expect(answers.map(({ error }) => [-32600, -32602].includes(error?.code ?? 0))).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(JSON.stringify(answers)).not.toContain("the policy was asked");
    expect(bed.effects()).toEqual([]);
  });

  it("N06 an escaped key is the key, and the child gets the arguments that were decided on", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil() });
    const answer = await client.raw(
      line('{"n\\u0061me":"evil_act","arguments":{ "b" : 1e0, "a":"\\u0061" }}', "x"),
      "x",
    );
    expect(answer.error).toBeUndefined();
    expect(bed.effects()).toEqual([{ tool: "act", arguments: { b: 1, a: "a" } }]);
  });

  it("N06 lines that are no request at all are answered or dropped, and the session lives on", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil() });
    for (const bad of [
      "",
      "not json",
      "[]",
      "null",
      '{"jsonrpc":"1.0","id":1,"method":"ping"}',
      '{"jsonrpc":"2.0","id":{},"method":"ping"}',
      `{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":{"name":"evil_act","arguments":{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}}}`,
    ])
      client.writeLine(bad);
    expect((await client.call("evil_params", {})).error).toBeUndefined();
    expect(bed.ran("act")).toBe(0);
  });

  it("N01 a mount whose exposed names collide is refused, the first keeps working", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ a_b: bed.evil("--tool-name", "c"), a: bed.evil("--tool-name", "b_c") });
    const failed = await eventually("the second is refused", async () =>
      (await bed.json(["mounts"])).find(
        (record: { name: string; state: { state: string } }) => record.name === "a" && record.state.state === "failed",
      ),
    );
    expect(failed.state.error).toContain("mount_conflict");
    expect(failed.state.error).toContain("a_b");
    await client.call("a_b_c", {});
    expect(bed.effects()).toEqual([{ tool: "c", arguments: {} }]);
  });

  it("N05 a mount that would show a name like the product's own is refused, and the others work", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ chat: bed.evil("--tool-name", "human_post"), evil: bed.evil() });
    const failed = await eventually("it is refused", async () =>
      (await bed.json(["mounts"])).find(
        (record: { name: string; state: { state: string } }) =>
          record.name === "chat" && record.state.state === "failed",
      ),
    );
    expect(failed.state.error).toContain("`chat_human_post`, which begins like a name of Sallyport's own");
    expect((await client.call("evil_act", {})).error).toBeUndefined();
    expect((await client.call("chat_human_post", {})).error?.code).toBe(-32602);
    expect((await client.toolNames()).filter((name) => name.startsWith("chat_human_"))).toEqual([]);
  });

  it("N04 a tool that shadows another mount's name at run time does not take it", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ a_b: bed.evil("--tool-name", "c"), a: bed.evil("--shadow-name", "b_c") });
    await eventually("both are there", async () => {
      const names = await client.toolNames();
      return names.includes("a_b_c") && names.includes("a_act");
    });
    await client.call("a_act", {});
    await eventually("it is on the timeline", async () => JSON.stringify(await bed.json(["timeline"])).includes("b_c"));
    expect((await client.toolNames()).filter((name) => name === "a_b_c")).toHaveLength(1);
    await client.call("a_b_c", {});
    expect([bed.ran("c"), bed.ran("b_c")]).toEqual([1, 0]);
  });

  it("N37 a changed definition is quarantined until a person accepts it", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil("--redescribe-after", "1") });
    await client.call("evil_act", {});
    await eventually("it can no longer be called", async () => (await client.call("evil_act", {})).error !== undefined);
    const ran = bed.ran("act");
    const { error } = await client.call("evil_act", {});
    expect(JSON.stringify(error)).toContain("definition");
    expect(bed.ran("act")).toBe(ran);
    expect((await client.call("evil_params", {})).error).toBeUndefined();
    await client.close();
    const again = await bed.serve({ evil: bed.evil("--redescribe-after", "0") });
    expect((await again.call("evil_act", {})).error).toBeDefined();
    expect(bed.ran("act")).toBe(ran);
  });

  it("N37 an approval for the old definition is void", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(byTool({ act: "ask" }));
    const client = await bed.serve({ evil: bed.evil("--redescribe-after", "1") });
    const answered = client.call("evil_act", {});
    const [record] = await bed.waiting(1);
    await client.call("evil_params", {});
    await eventually("the new definition is seen", async () => {
      const { result } = await client.request("tools/list");
      return !JSON.stringify(result.tools).includes("does something that counts");
    });
    await bed.must(["approvals", "approve", record?.approval_id ?? ""]);
    expect((await answered).error).toBeDefined();
    expect((await bed.approval(record?.approval_id ?? "")).state).toBe("voided");
    expect(bed.ran("act")).toBe(0);
  });

  it("N45 what a person reads in a terminal has no control characters in it", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(program(`return { decision: "ask", rationale: "\\u001b[2J \\u202e because" };`));
    const client = await bed.serve({ evil: bed.evil("--control-characters") });
    const nasty = "\u001b]0;owned\u0007\u001b]8;;http://evil\u0007 \u009b2J \r\u202e\u2066\u200b\u{E0041}";
    void client.call("evil_act", { [nasty]: nasty, tabs: "\t".repeat(1_000), lines: "\n".repeat(500) });
    const [record] = await bed.waiting(1);
    const shown = await Promise.all([
      bed.must(["approvals", "list"]),
      bed.must(["approvals", "show", record?.approval_id ?? ""]),
      bed.must(["mounts"]),
      bed.must(["timeline"]),
    ]);
    const hidden = /(?![\n\t])[\p{Cc}\p{Cf}]/u;
    expect(shown.map((text) => hidden.exec(text)?.[0])).toEqual([undefined, undefined, undefined, undefined]);
    expect(shown[1]).toContain("⟦U+202E⟧");
    expect(client.stderr).not.toMatch(hidden);
  });
});

import { describe, expect, it } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { byTool, program } from "../harness/policies.ts";
import { createTestBed } from "../harness/test-bed.ts";

/** One policy that misbehaves in the way the call's arguments name. */
const HOSTILE = program(`
  const how = call.arguments.how;
  if (context.tool !== "act" || how === undefined) return { decision: "allow" };
  if (how === "throw") throw new Error("thrown");
  if (how === "undefined") return undefined;
  if (how === "word") return "ALLOW";
  if (how === "extra") return { decision: "allow", extra: true };
  if (how === "promise") return new Promise(() => {});
  if (how === "resolved") return Promise.resolve({ decision: "allow" });
  if (how === "unknown") return { decision: "ALLOW" };
  if (how === "number") return 1;
  if (how === "rationale") return { decision: "allow", rationale: 7 };
  if (how === "inherited") return Object.create({ decision: "allow" });
  if (how === "options") return { decision: "ask", options: [{ id: "x" }] };
  if (how === "huge") return { decision: "allow", rationale: "x".repeat(1_000_000) };
  if (how === "loop") while (true) {}
  if (how === "regex") return { decision: /^(a+)+$/.test("a".repeat(30) + "!") ? "allow" : "deny_abort" };
  if (how === "native") return { decision: Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1) < 0 ? "allow" : "ask" };
  if (how === "memory") { const held: Uint8Array[] = []; while (true) held.push(new Uint8Array(1 << 20).fill(1)); }
  if (how === "recurse") { const f = (): number => 1 + f(); return f(); }
  const names = ["process", "require", "fetch", "WebSocket", "Deno", "std", "os", "scriptArgs", "print", "console"];
  const found = names.filter((name) => (globalThis as any)[name] !== undefined && name !== "console");
  return { decision: "deny_continue", rationale: "found: " + found.join() };
`);

describe.concurrent("a hostile policy", () => {
  it("N21 whatever is no answer is -32953 and nothing runs", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(HOSTILE);
    const client = await bed.serve({ evil: bed.evil() });
    const ways = [
      "throw",
      "undefined",
      "word",
      "extra",
      "promise",
      "resolved",
      "unknown",
      "number",
      "rationale",
      "inherited",
      "options",
      "huge",
    ];
    const answers = await Promise.all(
      ways.map(async (how) => [how, (await client.call("evil_act", { how })).error?.code]),
    );
    expect(answers).toEqual(ways.map((how) => [how, -32953]));
    expect(bed.effects()).toEqual([]);
  });

  it("N22 a loop, a regex and a native loop are stopped, and the calls beside them run", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(HOSTILE);
    const client = await bed.serve({ evil: bed.evil() });
    const ways = ["loop", "regex", "native"];
    const stopped = ways.map((how) => client.call("evil_act", { how }));
    const beside = await Promise.all(Array.from({ length: 20 }, () => client.call("evil_params", {})));
    expect(beside.map(({ error }) => error)).toEqual(beside.map(() => undefined));
    const codes = (await Promise.all(stopped)).map(({ error }) => error?.code);
    expect(codes.slice(0, 1)).toEqual([-32953]);
    expect(codes.filter((code) => code !== -32953 && code !== -32950)).toEqual([]);
    expect(bed.ran("act")).toBe(0);
  });

  it("N23 memory is limited, and there is no process, network or file to reach", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(HOSTILE);
    const client = await bed.serve({ evil: bed.evil() });
    const limited = await Promise.all(["memory", "recurse"].map((how) => client.call("evil_act", { how })));
    expect(limited.map(({ error }) => error?.code)).toEqual([-32953, -32953]);
    const { error } = await client.call("evil_act", { how: "look" });
    expect(error).toMatchObject({ code: -32951, data: { reason: "found: " } });
    expect(bed.ran("act")).toBe(0);
  });

  it("N10 prototype names in arguments are data", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(
      program(
        `return { decision: ({} as any).allow === undefined && Object.hasOwn(call.arguments, "__proto__") ? "allow" : "deny_abort" };`,
      ),
    );
    const client = await bed.serve({ evil: bed.evil() });
    const args = '{"__proto__":{"allow":true},"constructor":{"prototype":{"allow":true}},"deep":{"__proto__":1}}';
    const answer = await client.raw(
      `{"jsonrpc":"2.0","id":"p","method":"tools/call","params":{"name":"evil_act","arguments":${args}}}`,
      "p",
    );
    expect(answer.error).toBeUndefined();
    expect(JSON.stringify(bed.effects()[0]?.arguments)).toBe(args);
  });

  it("N27 replaced while asks wait: each is decided anew, the stricter answer wins", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(byTool({ act: "ask" }));
    const client = await bed.serve({ evil: bed.evil() });
    const answers = Array.from({ length: 10 }, (_, index) => client.call("evil_act", { index }));
    const records = await bed.waiting(10);
    await bed.setPolicy(byTool({ act: "deny_continue" }));
    for (const { approval_id } of records) await bed.sallyport(["approvals", "approve", approval_id]);
    const codes = (await Promise.all(answers)).map(({ error }) => error?.code);
    expect(codes).toEqual(codes.map(() => -32951));
    const states = await Promise.all(records.map(async ({ approval_id }) => (await bed.approval(approval_id)).state));
    expect(states).toEqual(states.map(() => "voided"));
    expect(bed.effects()).toEqual([]);
    const events: { action: string }[] = await bed.json(["timeline"]);
    expect(events.filter(({ action }) => action === "approval-voided")).toHaveLength(10);
  });

  it("N27 a looser policy does not undo the need for the answer that was given", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(byTool({ act: "ask" }));
    const client = await bed.serve({ evil: bed.evil() });
    const answered = client.call("evil_act", {});
    const [record] = await bed.waiting(1);
    await bed.setPolicy(byTool({ act: "allow" }));
    await bed.must(["approvals", "deny", record?.approval_id ?? ""]);
    expect((await answered).error?.code).toBe(-32951);
    await eventually("the policy is in force", async () => (await client.call("evil_act", {})).error === undefined);
    expect(bed.ran("act")).toBe(1);
  });
});

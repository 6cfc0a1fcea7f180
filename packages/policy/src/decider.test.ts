import type { CallContext } from "@sallyport/contract/decisions";
import type { PolicyVersion } from "@sallyport/contract/policies";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDecider, openQuickjs, type PolicyEngine } from "./index.ts";

const VERSION: PolicyVersion = {
  agent: "default",
  version: 7,
  digest: "d7",
  language: "javascript",
  source:
    "export default (call, context) => ({ decision: call.arguments.decision ?? 'ask', rationale: String(context.interactive) });",
  mode: "custom",
  non_interactive: false,
  author: "test",
  reason: "test",
  created_at: "2026-01-01T00:00:00.000Z",
};
const CONTEXT: CallContext = {
  principal: "agent",
  agent: "default",
  server: "files",
  tool: "write",
  safety: "mutating",
  annotations: {},
  mode: "custom",
  interactive: true,
  session: "s1",
};
const CALL = { name: "files_write", arguments: {} };

describe("createDecider", { timeout: 30_000 }, () => {
  let engine: PolicyEngine;
  beforeAll(() => {
    engine = openQuickjs();
  });
  afterAll(() => engine.close());
  const deciderOf = (version: PolicyVersion | null) =>
    createDecider({ active: async () => version, engines: [engine] });

  it("stamps a decision with the version it was made under", async () => {
    expect(await deciderOf(VERSION).decide(CALL, CONTEXT)).toEqual({
      decision: "ask",
      rationale: "true",
      policy: { version: 7, digest: "d7" },
    });
  });

  it("N44 turns an ask into deny_continue where nobody can be asked", async () => {
    const denied = {
      decision: "deny_continue",
      rationale: "nobody can be asked: false",
      policy: { version: 7, digest: "d7" },
    };
    expect(await deciderOf(VERSION).decide(CALL, { ...CONTEXT, interactive: false })).toEqual(denied);
    expect(await deciderOf({ ...VERSION, non_interactive: true }).decide(CALL, CONTEXT)).toEqual(denied);
  });

  it("leaves every other verdict alone where nobody can be asked", async () => {
    const decider = deciderOf({ ...VERSION, non_interactive: true });
    const decided = (decision: string) => decider.decide({ ...CALL, arguments: { decision } }, CONTEXT);
    expect(await decided("allow")).toMatchObject({ decision: "allow" });
    expect(await decided("deny_abort")).toMatchObject({ decision: "deny_abort" });
  });

  it("decides each call under the version that is active then", async () => {
    const source = "export default () => ({ decision: 'deny_abort' });";
    const versions = [VERSION, { ...VERSION, version: 8, digest: "d8", source }];
    const decider = createDecider({ active: async () => versions.shift() ?? null, engines: [engine] });
    expect(await decider.decide(CALL, CONTEXT)).toMatchObject({ decision: "ask", policy: { version: 7 } });
    expect(await decider.decide(CALL, CONTEXT)).toMatchObject({ decision: "deny_abort", policy: { version: 8 } });
    await expect(decider.decide(CALL, CONTEXT)).rejects.toMatchObject({ kind: "no_policy" });
  });

  it("keeps right when more programs are in use than stay prepared", async () => {
    const decider = createDecider({
      active: async (agent) => ({
        ...VERSION,
        agent,
        source: `export default () => ({ decision: "allow", rationale: "${agent}" });`,
      }),
      engines: [engine],
    });
    const agents = Array.from({ length: 17 }, (_, index) => `agent-${index}`);
    const rationales = async () =>
      (await Promise.all(agents.map((agent) => decider.decide(CALL, { ...CONTEXT, agent })))).map(
        ({ rationale }) => rationale,
      );
    expect(await rationales()).toEqual(agents);
    expect(await rationales()).toEqual(agents);
  }, 30_000);

  it.each([
    ["has a syntax error", { source: "export default (" }, "unavailable", "cannot be loaded: SyntaxError"],
    [
      "is in a language without an engine",
      { language: "python" as const },
      "unavailable",
      "no engine here runs python",
    ],
    [
      "throws",
      { source: "export default () => { throw new Error('boo'); };" },
      "threw",
      "the policy threw: boo (line 1)",
    ],
  ])("N25 rejects where the active policy %s", async (_what, change, kind, message) => {
    await expect(deciderOf({ ...VERSION, ...change }).decide(CALL, CONTEXT)).rejects.toMatchObject({
      kind,
      message: expect.stringContaining(message),
    });
  });

  it("N51 refuses arguments that are too deep or too large, and decides the deepest that are not", async () => {
    const decider = deciderOf({ ...VERSION, source: "export default () => ({ decision: 'allow' });" });
    const nested = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`);
    const kind = (args: Record<string, unknown>) =>
      decider.decide({ ...CALL, arguments: args }, CONTEXT).then(
        ({ decision }) => decision,
        (error) => error.kind,
      );
    expect(await kind(nested(200))).toBe("allow");
    expect(await kind(nested(201))).toBe("too_large");
    expect(await kind({ a: JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`) })).toBe("too_large");
    expect(await kind({ text: "x".repeat(1000 * 1024) })).toBe("allow");
    expect(await kind({ text: "x".repeat(1024 * 1024) })).toBe("too_large");
  });
});

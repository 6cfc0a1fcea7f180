import { describe, expect, it } from "vitest";
import { byTool, program } from "../harness/policies.ts";
import { createTestBed } from "../harness/test-bed.ts";

const WRONG: Record<string, { source: string; says: RegExp }> = {
  "a syntax error": { source: "export default function decide( {\n  return }", says: /\b[12]:\d+|line [12]/ },
  "no export": { source: "const decide = () => ({ decision: 'allow' });", says: /export default/ },
  "a failing test": {
    source: `${program(`return { decision: "allow" };`)}export const tests = [{ call: { name: "x", arguments: {} }, decision: "ask" }];`,
    says: /ask[\s\S]*allow|allow[\s\S]*ask/,
  },
  "an endless loop at load": {
    source: `while (true) {}\n${program(`return { decision: "allow" };`)}`,
    says: /did not answer within/,
  },
  "an endless loop in its tests": {
    source: `${program("while (true) {}")}export const tests = [{ call: { name: "x", arguments: {} }, decision: "ask" }];`,
    says: /did not answer within/,
  },
};

describe.concurrent("a wrong policy", () => {
  it("B06 is refused with what is wrong, and the old one stays", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(byTool({ act: "deny_continue" }));
    const before = await bed.json(["policy", "history"]);
    const runs = await Promise.all(
      Object.entries(WRONG).map(async ([what, { source, says }], index) => {
        const path = bed.write(`wrong-${index}.ts`, source);
        const [set, check] = await Promise.all([
          bed.sallyport(["policy", "set", path]),
          bed.sallyport(["policy", "check", path]),
        ]);
        return {
          what,
          set: set.code,
          check: check.code,
          says: says.test(set.stderr + set.stdout) && says.test(check.stderr + check.stdout),
        };
      }),
    );
    expect(runs).toEqual(Object.keys(WRONG).map((what) => ({ what, set: 78, check: 1, says: true })));
    expect(await bed.json(["policy", "history"])).toEqual(before);
  });

  it("B06 a file that does not exist is one line", async () => {
    await using bed = createTestBed();
    const run = await bed.sallyport(["policy", "set", "/no/such/policy.ts"]);
    expect(run.code).not.toBe(0);
    expect(run.stderr.trim().split("\n")).toHaveLength(1);
    expect(run.stderr).toContain("/no/such/policy.ts");
  });
});

import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SallyportBed } from "../testing/sallyport-bed.ts";

const GOOD = `export default function decide(call: PolicyCall): PolicyResult {
  return { decision: call.name === "x" ? "allow" : "ask", rationale: "r" };
}
export const tests: PolicyTest[] = [{ call: { name: "x" }, decision: "allow" }];
`;

describe("sallyport policy", { timeout: 60_000 }, () => {
  let bed: SallyportBed;
  beforeEach(() => {
    bed = new SallyportBed();
  });
  afterEach(() => bed[Symbol.dispose]());

  it("sets a policy, shows it byte for byte, and goes back to an earlier one as a new version", async () => {
    bed.write("good.ts", GOOD);
    expect((await bed.run(["modes", "set", "read-only"])).stdout).toMatch(/^version 1 \(read-only, /);
    expect((await bed.run(["policy", "set", "good.ts", "--reason", "mine"])).stdout).toMatch(/^version 2 \(custom, /);
    expect((await bed.run(["policy", "show"])).stdout).toBe(GOOD);
    expect((await bed.run(["policy", "rollback", "1"])).stdout).toMatch(/^version 3 \(read-only, /);
    const history = JSON.parse((await bed.run(["policy", "history", "--json"])).stdout);
    expect(history).toMatchObject([
      { version: 3, mode: "read-only" },
      { version: 2, mode: "custom", reason: "mine", source: GOOD },
      { version: 1, mode: "read-only" },
    ]);
  });

  it("checks a good policy without a store", async () => {
    bed.write("good.ts", GOOD);
    const run = await bed.run(["policy", "check", "good.ts"], { SALLYPORT_STORE: "sqlite:/nowhere/at/all.db" });
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toContain("good.ts: good; 1 of 1 test passed");
  });

  it.each([
    ["syntax.ts", "export default function decide( {", /^sallyport: syntax\.ts:1:\d+: /],
    ["export.ts", "const nothing = 1;\n", /export\.ts/],
    [
      "failing.ts",
      GOOD.replace('decision: "allow" }]', 'decision: "deny_abort" }]'),
      /test 1 \(`x`\) wants `deny_abort`/,
    ],
    [
      "loop.ts",
      'export default function decide() { for (;;); }\nexport const tests = [{ call: { name: "x" }, decision: "allow" }];\n',
      /test 1/,
    ],
  ])("says what is wrong with %s, and a set leaves the policy alone", async (name, source, message) => {
    bed.write(name, source);
    await bed.run(["modes", "set", "deny-all"]);
    const check = await bed.run(["policy", "check", name]);
    expect(check).toMatchObject({ code: 1, stdout: "" });
    expect(check.stderr).toMatch(message);
    expect((await bed.run(["policy", "set", name])).code).toBe(78);
    expect(JSON.parse((await bed.run(["policy", "show", "--json"])).stdout)).toMatchObject([
      { version: 1, mode: "deny-all" },
    ]);
  });

  it.each([
    ["README.md", "4 of 4 tests passed"],
    ["packages/gateway/README.md", "1 of 1 test passed"],
  ])("the policy in %s is good", async (page, passed) => {
    const text = readFileSync(new URL(`../../../../${page}`, import.meta.url), "utf8");
    bed.write("readme.ts", /^```ts\n(export default .*?|const .*?)^```$/ms.exec(text)?.[1] ?? "");
    expect(await bed.run(["policy", "check", "readme.ts"])).toEqual({
      code: 0,
      stdout: `readme.ts: good; ${passed}, types checked\n`,
      stderr: "",
    });
  });

  it("says that a program has no tests", async () => {
    bed.write("untested.js", "export default () => ({ decision: 'ask' });\n");
    const run = await bed.run(["policy", "test", "untested.js"]);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain("untested.js has no tests; add `export const tests");
  });

  it.each([
    [["policy", "check", "missing.ts"], 2, "cannot read `missing.ts` (ENOENT); check the path"],
    [["policy", "check", "policy.txt"], 2, "`policy.txt` is no policy file; name it `.ts` or `.js`"],
    [["policy", "rollback", "x"], 2, "it is a version's number, as in `sallyport policy history`"],
    [["policy", "rollback", "7"], 1, "no policy version 7"],
    [["policy", "show"], 1, "agent `default` has no policy yet"],
    [["modes", "set", "openn"], 2, "it is one of read-only, ask-writes"],
  ])("answers %j with exit %i", async (args, code, message) => {
    const run = await bed.run(args);
    expect(run.code).toBe(code);
    expect(run.stderr).toContain(message);
  });
});

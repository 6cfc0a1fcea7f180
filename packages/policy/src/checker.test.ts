import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createChecker, openQuickjs, type PolicyEngine } from "./index.ts";

describe("createChecker", { timeout: 30_000 }, () => {
  let engine: PolicyEngine;
  beforeAll(() => {
    engine = openQuickjs();
  });
  afterAll(() => engine.close());
  const check = (source: string, language: "typescript" | "javascript" | "python" = "typescript") =>
    createChecker({ engines: [engine] }).check({ language, source });

  it("names line and column of a syntax error, in both languages", async () => {
    const broken = await check("export default (call, context) => {\n  return { decision: };\n};\n", "javascript");
    expect(broken).toEqual({
      valid: false,
      errors: [{ message: expect.stringContaining("unexpected token"), line: 2, column: 22 }],
      tests: { total: 0, passed: 0, failed: 0 },
      types: "not_applicable",
    });
    const typed = await check("export default () => {\n  let x: = 3;\n};\n");
    expect(typed.errors[0]).toEqual({ message: expect.stringContaining("Unexpected token"), line: 2, column: 10 });
  });

  it("says what TypeScript cannot be stripped", async () => {
    const found = await check("enum Colour { red }\nexport default () => ({ decision: 'allow' });");
    expect(found.errors[0]).toEqual({ message: expect.stringContaining("enum"), line: 1, column: 1 });
  });

  it("checks types against the author's, after text that is not ASCII", async () => {
    const found = await check(
      'const name = "zażółć 🦭";\nexport default function decide(call: PolicyCall): PolicyResult {\n  return { decision: "alow", rationale: name };\n}\n',
    );
    expect(found).toMatchObject({ valid: false, types: "checked", errors: [{ line: 3, column: 12 }] });
  });

  it("names the first test that does not hold", async () => {
    const found = await check(
      `export default () => ({ decision: "allow" });
       export const tests = [
         { call: { name: "a" }, decision: "allow" },
         { call: { name: "b" }, decision: "ask" },
         { call: { name: "c" }, decision: "ask" },
       ];`,
      "javascript",
    );
    expect(found).toEqual({
      valid: false,
      errors: [{ message: "test 2 (`b`) wants `ask`, but the policy decided `allow`" }],
      tests: { total: 3, passed: 1, failed: 1 },
      types: "not_applicable",
    });
  });

  it.each([
    ["no default export", "export const x = 1;", "export default function decide"],
    ["an import", 'import fs from "fs";\nexport default () => 1;', "a policy has no imports"],
    ["a top-level await that never ends", "await new Promise(() => {});\nexport default () => 1;", "`await`"],
    [
      "tests of another shape",
      "export const tests = [{ decision: 'yes' }];\nexport default () => 1;",
      "`tests.0.call`",
    ],
    ["tests with a getter", "export const tests = { get a() { return 1; } };\nexport default () => 1;", "plain data"],
    [
      "an endless test",
      "export const tests = [{ call: { name: 'x' }, decision: 'ask' }];\nexport default () => { for (;;); };",
      "did not answer within",
    ],
    ["an endless loop while loading", "while (1);\nexport default () => 1;", "did not answer within"],
    ["a lone surrogate", `export default () => "${"\ud800"}";`, "surrogate"],
    ["too much source", `//${"x".repeat(128 * 1024)}`, "131072 bytes"],
    ["2,000 nested parentheses", `export default () => ${"(".repeat(2000)}1${")".repeat(2000)};`, "nested too deep"],
  ])("N21 refuses %s", async (_what, source, message) => {
    const found = await check(source, "javascript");
    expect(found).toMatchObject({ valid: false, errors: [{ message: expect.stringContaining(message) }] });
  });

  it("N22 ends a type-check that would run for ever, and the next one is right", async () => {
    const bomb =
      "type Grow<T extends unknown[]> = T['length'] extends 1e9 ? T : Grow<[...T, ...T, 1]>;\nconst x: Grow<[1]> = 3;\nexport default () => x;";
    expect(await check(bomb)).toMatchObject({ valid: false });
    expect(await check('export default (): PolicyResult => ({ decision: "ask" });')).toMatchObject({ valid: true });
  }, 30_000);

  it("refuses 2,000 nested parentheses in TypeScript, and still strips the next source", async () => {
    const source = `export default () => ${"(".repeat(2000)}1${")".repeat(2000)};`;
    expect(await check(source)).toMatchObject({ valid: false });
    expect(await check('export default (): PolicyResult => ({ decision: "ask" });')).toMatchObject({ valid: true });
  }, 30_000);

  it("takes a source with a byte order mark", async () => {
    expect(await check('\ufeffexport default () => ({ decision: "ask" });')).toMatchObject({ valid: true, errors: [] });
  });

  it("says which languages there are when there is no engine for one", async () => {
    const found = await check("print(1)", "python");
    expect(found.errors).toEqual([
      {
        message: expect.stringContaining(
          "no engine here runs python policies (languages at hand: typescript, javascript)",
        ),
      },
    ]);
  });
});

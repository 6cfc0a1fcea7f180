import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createChecker, listModes, loadMode, openQuickjs, type PolicyEngine } from "./index.ts";

describe("loadMode", { timeout: 30_000 }, () => {
  let engine: PolicyEngine;
  beforeAll(() => {
    engine = openQuickjs();
  });
  afterAll(() => engine.close());

  it.each(["read-only", "ask-writes", "open", "deny-all"] as const)("%s passes its own tests", async (id) => {
    const mode = await loadMode(id);
    const check = await createChecker({ engines: [engine] }).check(mode);
    expect(check).toEqual({
      valid: true,
      errors: [],
      tests: { total: 12, passed: 12, failed: 0 },
      types: expect.any(String),
    });
  });

  it("has no program for non-interactive, which wraps another", async () => {
    await expect(loadMode("non-interactive")).rejects.toThrow(RangeError);
    expect(listModes().map(({ id }) => id)).toEqual(["read-only", "ask-writes", "open", "deny-all", "non-interactive"]);
  });

  it("is what the README shows", async () => {
    const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
    const shown = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? "no example";
    expect((await loadMode("ask-writes")).source).toContain(shown);
  });
});

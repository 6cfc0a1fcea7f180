import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { PROMISES } from "./index.ts";
import { promisesPage } from "./page.ts";
import { findProofs } from "./proofs.ts";

const promised = Object.values(PROMISES).flatMap((promises) => Object.keys(promises));
const proofs = findProofs();
const threatModel = new URL("../../../../docs/threat-model.md", import.meta.url);
const own = "promises/promises.test.ts";

describe("PROMISES", () => {
  it("has every promise proved by a test", () => {
    const proved = new Set(proofs.map(({ id }) => id));
    expect(promised.filter((id) => !proved.has(id))).toEqual([]);
  });

  it("has a promise behind every test", () => {
    expect(proofs.filter(({ id, file }) => file !== own && !promised.includes(id))).toEqual([]);
  });

  it("is the page in docs", async () => {
    await expect(promisesPage(proofs)).toMatchFileSnapshot("../../../../docs/promises.md");
  });

  it("has every promise that the threat model calls on", () => {
    const called = readFileSync(threatModel, "utf8").match(/\b[A-Z]\d\d\b/g) ?? [];
    expect(called.length).toBeGreaterThan(50);
    expect(called.filter((id) => !promised.includes(id))).toEqual([]);
  });
});

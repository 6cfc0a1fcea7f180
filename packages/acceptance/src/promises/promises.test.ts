import { describe, expect, it } from "vitest";
import { PROMISES } from "./index.ts";
import { promisesPage } from "./page.ts";
import { findProofs } from "./proofs.ts";

const promised = Object.values(PROMISES).flatMap((promises) => Object.keys(promises));
const proofs = findProofs();
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
});

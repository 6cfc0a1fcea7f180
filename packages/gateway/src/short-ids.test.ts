import { describe, expect, it } from "vitest";
import { idMeant, shortIds } from "./short-ids.ts";

const ONE = "approval-3040b5b6-680c-4804-942c-03c312a9156a";
const OTHER = "approval-3040b5b6-7e11-4f1a-8a52-0a9b9e5f7c11";
const THIRD = "approval-9c1d20aa-680c-4804-942c-03c312a9156a";

describe("shortIds", () => {
  it("is the first eight characters, and more where two begin alike", () => {
    const short = shortIds([ONE, OTHER, THIRD]);
    expect([ONE, OTHER, THIRD].map(short)).toEqual(["3040b5b6-6", "3040b5b6-7", "9c1d20aa"]);
  });

  it("is understood again", () => {
    const ids = [ONE, OTHER, THIRD];
    const short = shortIds(ids);
    expect(ids.map((id) => idMeant(short(id), ids))).toEqual(ids);
  });
});

describe("idMeant", () => {
  it.each([ONE, "approval-3040b5b6", "3040b5b6", "3040b5b6-680c"])("takes %s", (written) => {
    expect(idMeant(written, [THIRD, ONE])).toBe(ONE);
  });

  it.each(["3040b5b", "approval-", "", "040b5b6-", "3040B5B6"])("leaves %j as it was written", (written) => {
    expect(idMeant(written, [THIRD, ONE])).toBe(written);
  });

  it("refuses to choose between two", () => {
    expect(() => idMeant("3040b5b6-", [ONE, OTHER])).toThrow("`3040b5b6-` is the beginning of 2 ids; write more of it");
  });

  it("takes a whole id that another one begins with", () => {
    expect(idMeant("12345678", ["12345678", "123456789"])).toBe("12345678");
  });
});

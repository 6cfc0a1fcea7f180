import { describe, expect, it } from "vitest";
import { isJsonObject, jsonObject, ownProperty } from "./json.ts";

describe("jsonObject", () => {
  it("N10 passes the very object on, with a member named `__proto__`", () => {
    const value: unknown = JSON.parse('{"__proto__":{"allow":true},"constructor":1,"a":{"prototype":2}}');
    expect(jsonObject.parse(value)).toBe(value);
    expect(JSON.stringify(jsonObject.parse(value))).toBe(
      '{"__proto__":{"allow":true},"constructor":1,"a":{"prototype":2}}',
    );
    expect(Object.hasOwn({}, "allow") || "allow" in {}).toBe(false);
  });

  it("refuses what is not an object", () => {
    expect([null, [], "a", 1, undefined].map((value) => jsonObject.safeParse(value).success)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("isJsonObject", () => {
  it("tells objects from arrays and null", () => {
    expect([isJsonObject({}), isJsonObject(Object.create(null)), isJsonObject([]), isJsonObject(null)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe("ownProperty", () => {
  it("N10 answers own members only", () => {
    expect(ownProperty({ a: 1 }, "a")).toBe(1);
    expect(ownProperty({}, "constructor")).toBeUndefined();
    expect(ownProperty({}, "__proto__")).toBeUndefined();
    expect(ownProperty(JSON.parse('{"__proto__":1}'), "__proto__")).toBe(1);
    expect(ownProperty(null, "a")).toBeUndefined();
  });
});

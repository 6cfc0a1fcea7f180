import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, digestOf, sha256 } from "./digests.ts";

describe("canonicalJson", () => {
  it("is RFC 8785: sorted keys, no white space, one spelling of each number", () => {
    expect(canonicalJson({ b: [1.0, 1e21, -0, 1e-7], a: { "\u20ac": 1, "\r": 2, "1": 3 } })).toBe(
      '{"a":{"\\r":2,"1":3,"€":1},"b":[1,1e+21,0,1e-7]}',
    );
  });

  it("N10 keeps a member named `__proto__`", () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"allow":true}}'))).toBe('{"__proto__":{"allow":true},"b":1}');
  });

  it("refuses what has no JSON form, or more than one", () => {
    expect(() => canonicalJson(undefined)).toThrow("no JSON form");
    expect(() => canonicalJson({ a: Number.NaN })).toThrow();
    expect(() => canonicalJson({ a: Number.POSITIVE_INFINITY })).toThrow();
    expect(() => canonicalJson({ a: "\ud800" })).toThrow();
  });

  it("reads back as the value it was made from, and is the same again", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("sha256", () => {
  it("is lower-case hex of the UTF-8", () => {
    expect(sha256("é")).toBe("4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c");
  });
});

describe("digestOf", () => {
  it("N31 does not see key order and white space", () => {
    expect(digestOf(JSON.parse('{"a":1,"b":{"c":2,"d":3}}'))).toBe(
      digestOf(JSON.parse('{ "b": {"d":3, "c":2}, "a":1 }')),
    );
  });

  it("N31 sees a type, an extra member, an order of items, and one changed byte", () => {
    const variants = [
      { a: [1, 2] },
      { a: ["1", 2] },
      { a: [2, 1] },
      { a: [1, 2], b: null },
      { a: [1, 3] },
      { A: [1, 2] },
    ];
    expect(new Set(variants.map(digestOf)).size).toBe(variants.length);
  });

  it("N31 tells any two values apart that JSON tells apart, and no others", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(digestOf(a) === digestOf(b)).toBe(canonicalJson(a) === canonicalJson(b));
        expect(digestOf(reversed(a))).toBe(digestOf(a));
      }),
      { numRuns: 2000 },
    );
  });
});

/** The same value with the members of every object the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

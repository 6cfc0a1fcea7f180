import { describe, expect, it } from "vitest";
import { readArguments } from "./arguments.ts";

describe("readArguments", () => {
  it("takes missing arguments for none", () => {
    expect(readArguments(undefined)).toEqual({ args: {}, json: "{}" });
  });

  it("N31 writes the same text whatever the order of keys, another for another value", () => {
    expect(readArguments({ b: 1, a: [1, 2] }).json).toBe(readArguments({ a: [1, 2], b: 1 }).json);
    expect(readArguments({ a: 1 }).json).not.toBe(readArguments({ a: "1" }).json);
    expect(readArguments({ a: [1, 2] }).json).not.toBe(readArguments({ a: [2, 1] }).json);
  });

  it("N10 takes `__proto__` for a key like any other", () => {
    const { json } = readArguments(JSON.parse('{"__proto__": {"allow": true}}'));
    expect(json).toBe('{"__proto__":{"allow":true}}');
    expect(Object.hasOwn(Object.prototype, "allow")).toBe(false);
  });

  it("N51 refuses what is not an object, nested too deep, or not JSON", () => {
    expect(() => readArguments([1])).toThrow("must be an object");
    expect(() => readArguments(null)).toThrow("must be an object");
    let deep: unknown = {};
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(() => readArguments({ deep })).toThrow("deeper than 200");
    expect(() => readArguments({ a: Number.POSITIVE_INFINITY })).toThrow("no canonical JSON form");
  });
});

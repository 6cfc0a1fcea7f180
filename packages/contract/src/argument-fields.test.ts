import { describe, expect, it } from "vitest";
import { argumentFields } from "./argument-fields.ts";

describe("argumentFields", () => {
  it("names every leaf, in the order it came", () => {
    expect(
      argumentFields({
        path: "a.txt",
        options: { deep: [{ "odd key": true }, "x"], empty: {} },
        sizes: [1, 2],
        none: null,
      }),
    ).toEqual([
      { kind: "text", path: "path", text: "a.txt" },
      { kind: "value", path: 'options.deep[0]["odd key"]', json: "true" },
      { kind: "text", path: "options.deep[1]", text: "x" },
      { kind: "value", path: "options.empty", json: "{}" },
      { kind: "value", path: "sizes", json: "[1,2]" },
      { kind: "value", path: "none", json: "null" },
    ]);
  });

  it("shows a pair of old and new text as one edit, wherever it is", () => {
    expect(argumentFields({ edits: [{ new_string: "b", old_string: "a", replace_all: true }] })).toEqual([
      { kind: "edit", path: "edits[0].old_string → new_string", before: "a", after: "b" },
      { kind: "value", path: "edits[0].replace_all", json: "true" },
    ]);
  });

  it("N10 has names such as `__proto__` like any other", () => {
    expect(argumentFields(JSON.parse('{"__proto__": "x", "constructor": 1}'))).toEqual([
      { kind: "text", path: "__proto__", text: "x" },
      { kind: "value", path: "constructor", json: "1" },
    ]);
  });

  it("is empty for a call without arguments", () => {
    expect(argumentFields({})).toEqual([]);
  });
});

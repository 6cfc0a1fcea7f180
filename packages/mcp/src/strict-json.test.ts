import { describe, expect, it } from "vitest";
import { findAmbiguity } from "./strict-json.ts";

describe("findAmbiguity", () => {
  it.each([
    '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]}',
    '{"a":"a","b":["a","a"],"c":"\\",\\"c\\":\\\\"}',
    '["a","a",{"x":"\\\\"},{"x":"\\\\\\""}]',
    '{"__proto__":1,"constructor":2}',
    ' "text" ',
    "[]",
    '{"":{"":{}}}',
    '{"a":9007199254740992,"b":[-9007199254740991,1e400,0.1234567890123456789,-0],"c":100000000000000000000}',
    '{"a":"9007199254740993"}',
    "1e-999",
  ])("lets %s pass", (text) => {
    JSON.parse(text);
    expect(findAmbiguity(text)).toBeNull();
  });

  it.each([
    '{"a":9007199254740993}',
    "[-9007199254740993]",
    '{"a": [1, 123456789012345678901234567890 ]}',
    `${"9".repeat(1_000_000)}`,
  ])("N06 finds the integer that is rounded in %.40s", (text) => {
    JSON.parse(text);
    expect(findAmbiguity(text)).toContain("would be rounded");
  });

  it.each([
    ['{"a":1,"a":2}', "a"],
    ['{"a":{"b":[]},"a":2}', "a"],
    ['[{"x":[{"k":1,"j":{"k":1},"k":2}]}]', "k"],
    ['{"name":1,"n\\u0061me":2}', "name"],
    ['{"__proto__":1,"__proto__":2}', "__proto__"],
    ['{"":1,"":2}', ""],
    ['{"a\\\\":1 , "a\\\\" :2}', "a\\"],
  ])("N06 finds the repeated key in %s", (text, key) => {
    JSON.parse(text);
    expect(findAmbiguity(text)).toBe(`the key ${JSON.stringify(key)} is there twice`);
  });

  it("N06 finds the one repeated key among many", () => {
    const keys = Array.from({ length: 1_000 }, (_, index) => `"k${index}":${index}`);
    expect(findAmbiguity(`{${keys.join(",")}}`)).toBeNull();
    expect(findAmbiguity(`{${[...keys, '"k500":1'].join(",")}}`)).toBe('the key "k500" is there twice');
  });

  it("N51 takes 200 levels and no more, whatever stands at the end", () => {
    expect(findAmbiguity("[".repeat(200) + "]".repeat(200))).toBeNull();
    expect(findAmbiguity("[".repeat(201) + "]".repeat(201))).toBe("nested more than 200 deep");
    expect(findAmbiguity(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`)).toBe("nested more than 200 deep");
  });

  it("lets everything pass that JSON.stringify wrote", () => {
    const written = JSON.stringify(
      { '"': "\\", "\\": ['"'], "\u2028": { "a,b": "{", "}": ":" }, n: [1e9, null, true] },
      null,
      1,
    );
    expect(findAmbiguity(written)).toBeNull();
  });
});

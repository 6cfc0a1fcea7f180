import { describe, expect, it } from "vitest";
import { attachSpec, specDigest } from "./mount-specs.ts";

const issues = (spec: unknown) =>
  attachSpec.safeParse(spec).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);

describe("attachSpec", () => {
  it("says what is left out", () => {
    expect(attachSpec.parse({ type: "stdio", command: "server" })).toEqual({
      type: "stdio",
      command: "server",
      args: [],
      env: {},
    });
    expect(attachSpec.parse({ type: "http", url: "https://example.com/mcp" })).toEqual({
      type: "http",
      url: "https://example.com/mcp",
      headers: {},
    });
  });

  it.each(["a\u0000b", "a\nb", "a\u001b[2J", "a\u007fb", "a\u0085b", "a\ud800b"])("N55 refuses %j", (text) => {
    const wrong = "it holds a control character";
    expect(issues({ type: "stdio", command: text })).toEqual([`command: ${wrong}`]);
    expect(issues({ type: "stdio", command: "a", args: ["b", text] })).toEqual([`args.1: ${wrong}`]);
    expect(issues({ type: "stdio", command: "a", env: { A: text } })).toEqual([`env.A: ${wrong}`]);
    expect(issues({ type: "stdio", command: "a", cwd: text })).toEqual([`cwd: ${wrong}`]);
    expect(issues({ type: "http", url: "https://a", headers: { A: text } })).toEqual([`headers.A: ${wrong}`]);
  });

  it("N10 refuses `__proto__`, which a copy would lose", () => {
    const hidden = JSON.parse('{"__proto__":"x"}');
    expect(issues({ type: "stdio", command: "a", env: hidden })).toEqual(["env.__proto__: no name can be `__proto__`"]);
    expect(issues({ type: "http", url: "https://a", headers: hidden })).toEqual([
      "headers.__proto__: no name can be `__proto__`",
    ]);
  });

  it("refuses URLs that are not what they look like", () => {
    const odd = ["file:///etc/passwd", "javascript:1", "https://a/\nb", "https://a b/", "example.com", ""];
    expect(odd.filter((url) => issues({ type: "http", url }) === undefined)).toEqual([]);
  });

  it("refuses names that are none, and keys it does not know", () => {
    expect(issues({ type: "stdio", command: "a", env: { "A=B": "x" } })).toHaveLength(1);
    expect(issues({ type: "http", url: "https://a", headers: { "a b": "x" } })).toHaveLength(1);
    expect(issues({ type: "stdio", command: "a", shell: true })).toHaveLength(1);
  });
});

describe("specDigest", () => {
  const digest = (spec: object) => specDigest(attachSpec.parse({ type: "stdio", command: "server", ...spec }));

  it("is one for one wish, however it is written", () => {
    expect(digest({ args: [], env: {} })).toBe(digest({}));
    expect(digest({ env: { A: "1", B: "2" } })).toBe(digest({ env: { B: "2", A: "1" } }));
  });

  it("is another where anything is", () => {
    const others = [{}, { args: ["a"] }, { env: { A: "1" } }, { env: { A: "2" } }, { cwd: "/srv" }, { command: "b" }];
    expect(new Set(others.map(digest)).size).toBe(others.length);
  });
});

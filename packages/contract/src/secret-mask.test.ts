import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSecretMask, MASKED, secretsOf } from "./secret-mask.ts";

const TOKEN = "sk-canary+4711/abc?";

describe("createSecretMask", () => {
  const mask = createSecretMask([TOKEN]);

  it("hides a secret wherever it stands, and nothing else", () => {
    const state = { state: "failed", error: `cannot log in with ${TOKEN}, ${TOKEN}`, restarts: 2, tools: [] };
    expect(mask(state)).toEqual({ ...state, error: `cannot log in with ${MASKED}, ${MASKED}` });
    expect(mask([{ [TOKEN]: [TOKEN, null, 1, true] }])).toEqual([{ [MASKED]: [MASKED, null, 1, true] }]);
    expect(state.error).toContain(TOKEN);
  });

  it.each([
    ["base64", Buffer.from(TOKEN).toString("base64")],
    ["base64url", Buffer.from(TOKEN).toString("base64url")],
    ["hex", Buffer.from(TOKEN).toString("hex")],
    ["a form", "sk-canary%2B4711%2Fabc%3F"],
  ])("N49 hides it in %s too", (_, text) => {
    expect(mask(`a ${text} b`)).toMatch(/^a \[masked\]=* b$/);
  });

  it("hides the whole of a secret that begins as another does", () => {
    expect(createSecretMask(["12345678", "12345678abc"])("x 12345678abc y 12345678")).toBe(`x ${MASKED} y ${MASKED}`);
  });

  it("leaves short values alone, which are words", () => {
    expect(createSecretMask(["1", "true", "debug", ""])("1 true debug")).toBe("1 true debug");
  });

  it("N10 keeps a member called `__proto__` one", () => {
    const hostile = JSON.parse(`{"__proto__": {"allow": "${TOKEN}"}}`);
    expect(JSON.stringify(mask(hostile))).toBe(`{"__proto__":{"allow":"${MASKED}"}}`);
  });

  it("takes every secret for what it is, not for a pattern", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8 }), fc.string(), (secret, around) => {
        const shown = createSecretMask([secret])(`${around}${secret}${around}`);
        expect(shown.includes(secret) && !MASKED.includes(secret)).toBe(false);
      }),
    );
  });
});

describe("secretsOf", () => {
  it("is every value a launch is given", () => {
    expect(secretsOf({ type: "stdio", command: "a", args: ["b"], env: { TOKEN, MODE: "fast" } })).toEqual([
      TOKEN,
      "fast",
    ]);
  });

  it("is a request's headers, whole and in words, and what its URL carries", () => {
    const headers = { Authorization: `Bearer ${TOKEN}` };
    expect(secretsOf({ type: "http", url: "https://example.com/mcp?key=abc%20def", headers })).toEqual([
      `Bearer ${TOKEN}`,
      "Bearer",
      TOKEN,
      "abc def",
    ]);
    expect(secretsOf({ type: "http", url: "none", headers: {} })).toEqual([]);
  });
});

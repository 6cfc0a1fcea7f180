import { describe, expect, it } from "vitest";
import { MOUNT_DEFAULTS, type MountSpec } from "../mount-spec.ts";
import { createSecretMask } from "./secret-mask.ts";

const maskOf = (spec: MountSpec["spec"], filledIn: MountSpec["filledIn"] = []) =>
  createSecretMask({ ...MOUNT_DEFAULTS, name: "one", spec, filledIn });
const stdio = (env: Record<string, string>, args: string[] = []) =>
  maskOf({ type: "stdio", command: "server", args, env });
const http = (url: string, headers: Record<string, string> = {}) => maskOf({ type: "http", url, headers });

describe("createSecretMask", () => {
  it("hides long values, and short ones under a name that says they are secret", () => {
    const mask = stdio({ LONG: "0123456789", SHORT: "0123", API_KEY: "abcd", PIN_AUTH: "xyz", PATH: "/usr/local/bin" });
    expect(mask.text("0123456789 0123 abcd xyz /usr/local/bin")).toBe("[masked] 0123 [masked] xyz /usr/local/bin");
  });

  it("hides the forms in which a value is written elsewhere", () => {
    const secret = 'p@ss"word/1 é?';
    const mask = stdio({ DB_PASSWORD: secret });
    const base64 = (before: string) => Buffer.from(`${before}${secret}!`).toString("base64");
    const forms = [
      secret,
      JSON.stringify({ secret }),
      encodeURIComponent(secret),
      encodeURIComponent(secret).toLowerCase(),
      new URLSearchParams({ secret }).toString(),
      ...["", "a", "ab"].map(base64),
      ...["", "a", "ab"].map((before) => Buffer.from(`${before}${secret}!`).toString("base64url")),
    ];
    for (const form of forms) expect(mask.text(form), form).toContain("[masked]");
    expect(mask.text(Buffer.from(secret).toString("base64"))).toBe("[masked]");
  });

  it("hides each line of a value that has several, for stderr is shown in lines", () => {
    const mask = stdio({ PEM: "-----BEGIN KEY-----\nMIIBVwIBADANBgkqhk\nshort\n" });
    expect(["MIIBVwIBADANBgkqhk", "short"].map(mask.text)).toEqual(["[masked]", "short"]);
  });

  it("hides what a configuration's variables held, wherever they were filled in", () => {
    const mask = maskOf({ type: "stdio", command: "x", args: ["--db", "postgres://me:s3cr3t-w0rd@h/db"], env: {} }, [
      { name: "DB", value: "s3cr3t-w0rd" },
      { name: "HOME", value: "/home/someone" },
    ]);
    expect(mask.text("s3cr3t-w0rd of /home/someone")).toBe("[masked] of /home/someone");
  });

  it("hides what arguments and addresses name as secret", () => {
    const args = stdio({}, ["--api-key", "abcd1", "--token=efgh2", "--verbose", "--auth", "--other"]);
    expect(args.text("abcd1 efgh2 --verbose --other")).toBe("[masked] [masked] --verbose --other");
    const url = http("https://h/mcp?access_token=abcd1&page=12345678");
    expect(url.text("abcd1 12345678")).toBe("[masked] 12345678");
  });

  it("hides a header's credentials with and without their scheme", () => {
    const mask = http("https://h", { Authorization: "Bearer sk-123" });
    expect(mask.text("Bearer sk-123; sk-123")).toBe("[masked]; [masked]");
  });

  it("masks every text of a value and leaves its shape, names and all", () => {
    const mask = stdio({ TOKEN: "abcd" });
    const given = JSON.parse('{"a": ["abcd", 1, null, {"abcd": true}], "__proto__": {"x": "abcd"}}');
    expect(JSON.stringify(mask.value(given))).toBe(
      '{"a":["[masked]",1,null,{"[masked]":true}],"__proto__":{"x":"[masked]"}}',
    );
  });

  it("gives back the very value where a mount has no secrets", () => {
    const value = { a: ["b"] };
    expect(stdio({ PORT: "123456789" }).value(value)).toBe(value);
    expect(maskOf({ type: "unstartable", error: "x" }).text("x")).toBe("x");
  });
});

import { describe, expect, it } from "vitest";
import { readConfig } from "./read-config.ts";

const env = { HOOK_SECRET: "0123456789abcdef", SHORT: "0123456789abcde" };
const read = (options: string) =>
  readConfig({ text: `{"mcpServers": {}, "sallyport": ${options}}`, path: "/c.json", env });
const hook = (rest: string) => read(`{"channels": {"webhook": {${rest}}}}`);

describe("readTopOptions", () => {
  it("says nothing where nothing is written: the table of hosts, errors as errors, no channel", () => {
    const { settle, denials, channels } = readConfig({ text: `{"mcpServers": {}}`, path: "/c.json", env });
    expect([settle, denials, channels]).toEqual([undefined, undefined, undefined]);
  });

  it("reads when waiting calls are answered, by the clients' names however they are spelt", () => {
    expect(read(`{"settle": "never"}`).settle).toEqual({ clients: new Map(), others: "never" });
    expect(read(`{"settle": {"Claude Code": "never", "codex-mcp-client": 500.5, "*": 50}}`).settle).toEqual({
      clients: new Map<string, unknown>([
        ["claude-code", "never"],
        ["codex-mcp-client", 500.5],
      ]),
      others: 50,
    });
  });

  it("reads how refusals are given, to both principals or to one", () => {
    expect(read(`{"denials": "result"}`).denials).toEqual({ agent: "result", human: "result" });
    expect(read(`{"denials": {"agent": "result"}}`).denials).toEqual({ agent: "result" });
  });

  it("reads the channels, with the secret out of the environment", () => {
    const written = `"url": "https://example.com/hook", "secret_env": "HOOK_SECRET"`;
    expect(hook(written).channels).toEqual({
      webhook: { url: "https://example.com/hook", secret: "0123456789abcdef", timeoutSec: 5 },
    });
    expect(read(`{"channels": {"desktop": true}}`).channels).toEqual({ desktop: true });
    expect(read(`{"channels": {"elicitation": {"url": true}}}`).channels).toEqual({
      elicitation: { url: true, form: [] },
    });
    expect(read(`{"channels": {"elicitation": {"form": ["Claude Code", "my-host"]}}}`).channels).toEqual({
      elicitation: { url: false, form: ["claude-code", "my-host"] },
    });
  });

  it("says what it means to trust a client's forms", () => {
    expect(read(`{"channels": {"elicitation": {"form": ["Claude Code"]}}}`).notices).toEqual([
      expect.stringContaining("forms of `claude-code` decide calls: whoever comes in at the agent's door under that"),
    ]);
    expect(read(`{"channels": {"elicitation": {"form": []}}}`).notices).toEqual([]);
  });

  it.each([
    [`"forever"`, "-"],
    ["45", "-"],
    [`["never"]`, "-"],
    [`{"codex": 0}`, "codex"],
    [`{"codex": 86401}`, "codex"],
    [`{"codex": "soon"}`, "codex"],
    [`{"codex": true}`, "codex"],
    [`{"--": 4}`, "no client's name"],
    [`{"Codex": 4, "codex": 5}`, "there already"],
  ])("N64 refuses `settle` that means nothing: %s", (settle, words) => {
    expect(() => read(`{"settle": ${settle}}`)).toThrow(words === "-" ? '`sallyport.settle` is "never", or' : words);
  });

  it.each([`"deny"`, `{"agent": "no"}`, `{"robot": "error"}`, "1"])(
    "N64 refuses `denials` that mean nothing: %s",
    (denials) => {
      expect(() => read(`{"denials": ${denials}}`)).toThrow('`sallyport.denials` is "error" or "result"');
    },
  );

  it.each([
    [`"url": "https://h"`, "a webhook needs `secret_env`"],
    [`"secret_env": "HOOK_SECRET"`, "a webhook needs `url`"],
    [`"url": "http://example.com", "secret_env": "HOOK_SECRET"`, "`http:` on this machine's loopback"],
    [`"url": "http://127.0.0.1.example.com", "secret_env": "HOOK_SECRET"`, "`http:` on this machine's loopback"],
    [`"url": "https://me:pw@h", "secret_env": "HOOK_SECRET"`, "without a password"],
    [`"url": "https://h", "secret_env": "NOPE"`, "`NOPE` is not set"],
    [`"url": "https://h", "secret_env": "SHORT"`, "`SHORT` is not set to a secret of at least 16 characters"],
    [`"url": "https://h", "secret_env": "HOOK_SECRET", "timeout_sec": 0`, "`timeout_sec` of a webhook"],
    [`"url": "https://h", "secret": "0123456789abcdef"`, "unknown key `sallyport.channels.webhook.secret`"],
  ])("refuses a webhook that could not be trusted: %s", (webhook, words) => {
    expect(() => hook(webhook)).toThrow(words);
  });

  it.each([
    [`{"channels": {"slack": {}}}`, "unknown key `sallyport.channels.slack`"],
    [`{"channels": {"desktop": "yes"}}`, "is true or false"],
    [`{"channels": {"elicitation": true}}`, "`sallyport.channels.elicitation` is an object with `url` or `form` in it"],
    [`{"channels": {"elicitation": {"url": "yes"}}}`, "`sallyport.channels.elicitation.url` is true or false"],
    [`{"channels": {"elicitation": {"form": true}}}`, "is a list of the names of clients that you trust"],
    [`{"channels": {"elicitation": {"form": ["*"]}}}`, "is no client's name"],
    [`{"channels": {"elicitation": {"form": [["codex"]]}}}`, "is no client's name"],
    [`{"channels": {"elicitation": {"uri": true}}}`, "`sallyport.channels.elicitation.uri`; did you mean `url`"],
    [`{"settel": "never"}`, "did you mean `settle`"],
    [`{"approvals": {"two": true}}`, "`sallyport.approvals.two` is not supported yet and is never ignored"],
    [`[]`, "`sallyport` is an object"],
  ])("N64 ignores nothing: %s", (options, words) => {
    expect(() => read(options)).toThrow(words);
  });
});

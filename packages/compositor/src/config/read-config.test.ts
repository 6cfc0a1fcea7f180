import { specDigest } from "@sallyport/contract/mount-specs";
import { describe, expect, it } from "vitest";
import { ConfigError } from "./config-error.ts";
import { readConfig } from "./read-config.ts";

const env = { PATH: "/bin", HOME: "/home/me", SECRET: "s3cret", EMPTY: "", TOKEN: "t" };
const read = (text: string) => readConfig({ text, path: "/project/.mcp.json", env });

function problemsOf(text: string): string[] {
  try {
    read(text);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split("\n");
    throw error;
  }
  return [];
}

const mount = (body: string) => `{"mcpServers": {"one": ${body}}}`;
const ITSELF =
  "this is Sallyport itself, which would start itself for ever; keep your servers in a file of their own and give that with `--config`";

describe("readConfig", () => {
  it("reads what other clients write, comments and all", () => {
    const config = read(`{
      // as Claude Code, Cursor and Claude Desktop write it
      "mcpServers": {
        "files": { "command": "npx", "args": ["-y", "server-\${TOKEN}", "\${MISSING:-/tmp}"], "env": { "KEY": "\${env:SECRET}" }, },
        "web": { "type": "http", "url": "https://example.com/\${TOKEN}", "headers": { "Authorization": "Bearer \${SECRET}" } },
      },
    }`);
    expect(config).toEqual({
      notices: [],
      environment: { PATH: "/bin", HOME: "/home/me" },
      mounts: [
        {
          name: "files",
          spec: {
            type: "stdio",
            command: "npx",
            args: ["-y", "server-t", "/tmp"],
            env: { PATH: "/bin", HOME: "/home/me", KEY: "s3cret" },
          },
          namesAsIs: false,
          trusted: false,
          visibleTo: ["agent"],
          origin: "configured",
          pinned: false,
          digest: specDigest({
            type: "stdio",
            command: "npx",
            args: ["-y", "server-t", "/tmp"],
            env: { KEY: "s3cret" },
          }),
          filledIn: [
            { name: "TOKEN", value: "t" },
            { name: "SECRET", value: "s3cret" },
          ],
        },
        {
          name: "web",
          spec: { type: "http", url: "https://example.com/t", headers: { Authorization: "Bearer s3cret" } },
          namesAsIs: false,
          trusted: false,
          visibleTo: ["agent"],
          origin: "configured",
          pinned: false,
          digest: specDigest({
            type: "http",
            url: "https://example.com/t",
            headers: { Authorization: "Bearer s3cret" },
          }),
          filledIn: [
            { name: "TOKEN", value: "t" },
            { name: "SECRET", value: "s3cret" },
          ],
        },
      ],
    });
  });

  it("reads Visual Studio Code's `servers` and passes over its `inputs`", () => {
    const config = read(`{"inputs": [], "servers": {"one": {"type": "stdio", "command": "node"}}}`);
    expect(config.mounts.map(({ name }) => name)).toEqual(["one"]);
  });

  it("reads our own options of a mount", () => {
    const options = `{"trusted": true, "pinned": true, "names": "as_is", "visible_to": ["agent", "human"], "timeout_sec": 5}`;
    expect(read(mount(`{"command": "node", "sallyport": ${options}}`)).mounts[0]).toMatchObject({
      trusted: true,
      pinned: true,
      namesAsIs: true,
      visibleTo: ["agent", "human"],
      timeoutSec: 5,
    });
  });

  it("takes what is relative from the file's folder", () => {
    expect(read(mount(`{"command": "./bin/server", "cwd": "work"}`)).mounts[0]?.spec).toEqual({
      type: "stdio",
      command: "/project/bin/server",
      args: [],
      cwd: "/project/work",
      env: { PATH: "/bin", HOME: "/home/me", PWD: "/project/work" },
    });
  });

  it("leaves out a server that is switched off, and passes over switches that ask for nothing", () => {
    const config = read(`{"mcpServers": {
      "off": {"command": "node", "disabled": true},
      "on": {"command": "node", "autoApprove": [], "trust": false, "tools": ["*"], "description": "d"}}}`);
    expect(config.mounts.map(({ name }) => name)).toEqual(["on"]);
  });

  it("N02 brings a name into form and says so", () => {
    const config = read(`{"mcpServers": {"My Server": {"command": "node"}}}`);
    expect(config.mounts[0]?.name).toBe("my_server");
    expect(config.notices).toEqual(["/project/.mcp.json:1:17: `My Server` is mounted as `my_server`"]);
  });

  it("says that another client's `timeout` is not used", () => {
    expect(read(mount(`{"command": "node", "timeout": 60}`)).notices).toEqual([
      "/project/.mcp.json:1:44: `timeout` means something else in every client and is not used; write `sallyport.timeout_sec`",
    ]);
  });

  it.each([
    [`{"command": "\${NOPE}"}`, `the variable \`NOPE\` is not set; set it or write \`\${NOPE:-default}\``],
    [
      `{"command": "x", "args": ["\${env:NOPE}"]}`,
      `the variable \`NOPE\` is not set; set it or write \`\${NOPE:-default}\``,
    ],
    [
      `{"command": "x", "env": {"A": "\${NOPE}"}}`,
      `the variable \`NOPE\` is not set; set it or write \`\${NOPE:-default}\``,
    ],
    [`{"url": "https://\${NOPE}"}`, `the variable \`NOPE\` is not set; set it or write \`\${NOPE:-default}\``],
    [
      `{"url": "https://h", "headers": {"A": "\${NOPE}"}}`,
      `the variable \`NOPE\` is not set; set it or write \`\${NOPE:-default}\``,
    ],
    [
      `{"command": "x", "args": ["\${input:key}"]}`,
      `\`\${input:key}\` cannot be filled here; write \`\${NAME}\` or \`\${NAME:-default}\``,
    ],
    [
      `{"command": "x", "args": ["\${constructor}"]}`,
      `the variable \`constructor\` is not set; set it or write \`\${constructor:-default}\``,
    ],
    [
      `{"type": "sse", "url": "https://h"}`,
      "the old `sse` transport is not supported; if the server speaks Streamable HTTP too, write `http`",
    ],
  ])("stops the one mount: %s", (body, error) => {
    expect(
      read(`{"mcpServers": {"bad": ${body}, "good": {"command": "node"}}}`).mounts.map(({ spec }) => spec),
    ).toEqual([{ type: "unstartable", error }, expect.objectContaining({ type: "stdio" })]);
  });

  it("never runs a command to fill a value, and looks at a variable's value once", () => {
    const config = readConfig({
      text: mount(`{"command": "x", "args": ["$(id)", "\`id\`", "$HOME", "\${TWICE}"]}`),
      path: "/p.json",
      env: { HOME: "/h", TWICE: `\${HOME}` },
    });
    expect(config.mounts[0]?.spec).toMatchObject({ args: ["$(id)", "`id`", "$HOME", `\${HOME}`] });
  });

  it("uses a default for a variable that is empty, and an empty variable where there is none", () => {
    const config = read(mount(`{"command": "x", "args": ["\${EMPTY:-d}", "\${EMPTY}"]}`));
    expect(config.mounts[0]?.spec).toMatchObject({ args: ["d", ""] });
  });

  it("N10 takes `__proto__` as a name like any other", () => {
    const config = read(
      `{"mcpServers": {"__proto__": {"command": "x", "env": {"__proto__": "1", "constructor": "2"}}}}`,
    );
    expect(config.mounts[0]?.name).toBe("proto");
    expect(JSON.stringify(config.mounts[0]?.spec)).toContain(
      `"env":{"PATH":"/bin","HOME":"/home/me","__proto__":"1","constructor":"2"}`,
    );
    expect("command" in {}).toBe(false);
  });

  it("knows a word by its beginning", () => {
    expect(problemsOf(`{"mcpServers": {"a": {"command": "x", "sallyport": {"trust": true}}}}`)).toEqual([
      expect.stringContaining("unknown key `sallyport.trust`; did you mean `trusted`?"),
    ]);
  });

  it("names every problem at once, in the order of the file", () => {
    expect(
      problemsOf(`{\n  "mcpServer": {},\n  "mcpServers": {\n    "a": {"comand": "x", "args": "y"}\n  }\n}`),
    ).toEqual([
      "/project/.mcp.json:2:3: unknown key `mcpServer`; did you mean `mcpServers`?",
      "/project/.mcp.json:4:5: `command` is missing; write the program that starts the server",
      "/project/.mcp.json:4:11: unknown key `comand`; did you mean `command`?",
    ]);
  });

  it.each([
    ["", "1:1: not JSON: value expected"],
    ["[]", "1:1: a configuration is a JSON object with `mcpServers` in it"],
    [`{"mcpServers": {}`, "1:18: not JSON: close brace expected"],
    [`{"mcpServers": {"a": {"command": `, "1:34: not JSON: value expected"],
    [
      `{"mcpServers": {"a": {"command": "x", "env": {"A": "\\ud800"}}}}`,
      "1:52: half a character: a `\\ud800`-like escape needs its other half beside it",
    ],
    ["{}", "1:1: there is no `mcpServers`; write the servers there, by name"],
    [`{"mcpServers": []}`, "1:16: `mcpServers` is an object of names and servers"],
    [`{"mcpServers": {"a": 1}}`, "1:22: `a` is an object with `command` or `url` in it"],
    [`{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}`, "1:40: `a` is written twice; keep one"],
  ])("refuses %s", (text, problem) => {
    expect(problemsOf(text)).toEqual([`/project/.mcp.json:${problem}`]);
  });

  it.each([
    [
      `"Srv": {"command": "x"}, "srv": {"command": "x"}`,
      "1:42: `srv` and `Srv` are the same name here, `srv`; rename one",
    ],
    [
      `"a-b": {"command": "x"}, "a_b": {"command": "x"}`,
      "1:42: `a_b` and `a-b` are the same name here, `a_b`; rename one",
    ],
    [
      `"rv": {"command": "x"}, "ѕrv": {"command": "x"}`,
      "1:41: `ѕrv` and `rv` are the same name here, `rv`; rename one",
    ],
    [
      `"***": {"command": "x"}`,
      "1:17: `***` holds nothing a mount's name can be made of; use letters, digits, `_` and `-`",
    ],
  ])("N02 refuses the names %s", (servers, problem) => {
    expect(problemsOf(`{"mcpServers": {${servers}}}`)).toEqual([`/project/.mcp.json:${problem}`]);
  });

  it.each(["policy_approver", "policy-approver", "loop", "resources", "Agents", "chat-human"])(
    "N05 refuses the name %s",
    (name) => {
      expect(problemsOf(`{"mcpServers": {"${name}": {"command": "x"}}}`)).toEqual([
        `/project/.mcp.json:1:17: \`${name}\` is the name of a server of Sallyport's own; choose another`,
      ]);
    },
  );

  it.each([
    [`{"command": 1}`, "36: `command` is text"],
    [`{"command": " "}`, "36: `command` is empty; write the program that starts the server"],
    [`{"command": "npx -y server"}`, "36: `command` is the program alone; put the words after it in `args`"],
    [`{"command": "~/server"}`, `36: \`~\` is a shell's word and no shell reads this; write \`\${HOME}\``],
    [`{"command": "x", "args": "y"}`, "49: `args` is a list of texts"],
    [`{"command": "x", "args": [1]}`, "50: every one of `args` is text; put it in quotes"],
    [`{"command": "x", "env": {"A": 1}}`, "54: `env.A` is text; put it in quotes"],
    [`{"command": "x", "env": {"A=B": "1"}}`, "49: `A=B` is no name for an environment variable"],
    [`{"command": "x", "url": "http://h"}`, "48: a server has `command` or `url`, not both"],
    [`{"command": "x", "headers": {}}`, "52: `headers` means nothing to a server of type `stdio`; take it out"],
    [`{"type": "htp", "url": "http://h"}`, '33: `type` is "stdio" or "http"; did you mean `http`?'],
    [`{"type": "http"}`, "17: `url` is missing; write where the server listens"],
    [`{"url": "file:///etc"}`, "32: `file:///etc` is no `http:` or `https:` URL"],
    [`{"url": "https://me:\${SECRET}@h"}`, "32: a URL carries no user name or password here; put them in `headers`"],
    [`{"url": "http://h", "headers": {"a b": "c"}}`, "56: `a b` is no name for a header"],
    [`{"command": "x", "disabled": "yes"}`, "53: `disabled` is true or false"],
    [`{"command": "x", "sallyport": {"trustd": true}}`, "55: unknown key `sallyport.trustd`; did you mean `trusted`?"],
    [`{"command": "x", "sallyport": {"trusted": 1}}`, "66: `sallyport.trusted` is true or false"],
    [`{"command": "x", "sallyport": {"names": "mine"}}`, '64: `sallyport.names` is "prefixed" or "as_is"'],
    [
      `{"command": "x", "sallyport": {"visible_to": []}}`,
      '69: `sallyport.visible_to` is a list of "agent" and "human", with at least one of them',
    ],
    [
      `{"command": "x", "sallyport": {"timeout_sec": 0}}`,
      "70: `sallyport.timeout_sec` is a number of seconds, more than 0 and at most 86400",
    ],
    [`{"command": "npx", "args": ["-y", "@sallyport/gateway@1"]}`, `36: ${ITSELF}`],
    [`{"command": "/opt/bin/sallyport", "args": ["serve"]}`, `36: ${ITSELF}`],
    [`{"command": "node", "args": ["/src/packages/gateway/dist/bin.js"]}`, `36: ${ITSELF}`],
    [`{"command": "pnpm", "args": ["sallyport", "serve"]}`, `36: ${ITSELF}`],
    [
      `{"command": "npx", "args": ["@sallyport/policy-approver"]}`,
      "36: this is the human's own server `policy-approver`; an agent's door never leads to it",
    ],
  ])("refuses the server %s", (body, problem) => {
    expect(problemsOf(mount(body))).toEqual([`/project/.mcp.json:1:${problem}`]);
  });

  it.each([
    [
      `{"mcpServers": {}, "sallyport": {"approvals": {"requireTwo": true}}}`,
      "1:34: `sallyport.approvals.requireTwo` is not supported yet and is never ignored; take it out",
    ],
    [
      `{"mcpServers": {}, "sallyport": {"defaults": {"policy": {}}}}`,
      "1:34: `sallyport.defaults.policy` is not supported yet and is never ignored; take it out",
    ],
    [
      `{"mcpServers": {"a": {"command": "x", "sallyport": {"policy": {"network": "deny"}}}}}`,
      "1:53: `sallyport.policy` is not supported yet and is never ignored; take it out",
    ],
    [
      `{"mcpServers": {"a": {"command": "x", "sallyport": {"enforcement": "advisory"}}}}`,
      "1:53: `sallyport.enforcement` is not supported yet and is never ignored; take it out",
    ],
    [
      `{"mcpServers": {"a": {"command": "x", "autoApprove": ["read"]}}}`,
      "1:39: `autoApprove` is refused: the policy decides what runs without asking; take it out and see `sallyport policy`",
    ],
    [
      `{"mcpServers": {"a": {"command": "x", "disabledTools": ["rm"]}}}`,
      "1:39: `disabledTools` is refused: which tools may run is written in the policy; take it out and see `sallyport policy`",
    ],
  ])("N64 never ignores what was written for safety: %s", (text, problem) => {
    expect(problemsOf(text)).toEqual([`/project/.mcp.json:${problem}`]);
  });

  it("N45 shows what is hidden in a name", () => {
    expect(problemsOf(`{"mcpServers": {}, "a\\u001b[2J\\u202e": 1}`)).toEqual([
      "/project/.mcp.json:1:20: unknown key `a⟦U+001B⟧[2J⟦U+202E⟧`",
    ]);
  });
});

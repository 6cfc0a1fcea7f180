import { describe, expect, it } from "vitest";
import { isDangerousVariable, riskyLaunch } from "./launch-risk.ts";

const launch = (command: string, ...args: string[]) => riskyLaunch({ type: "stdio", command, args, env: {} });

describe("riskyLaunch", () => {
  it("finds nothing in the way servers are usually started", () => {
    const usual = [
      launch("npx", "-y", "@modelcontextprotocol/server-filesystem", "/srv/files"),
      launch("uvx", "mcp-server-git", "--repository", "/srv/repository"),
      launch("/usr/bin/node", "--enable-source-maps", "/opt/server/index.js", "-c", "settings.json", "--eval=no"),
      launch("python3", "-m", "my_server", "-c", "config.toml"),
      launch("docker", "run", "-i", "--rm", "-e", "TOKEN", "ghcr.io/acme/server:1.2..3"),
      launch("node", "/tmp/sallyport-Xy3/server.mjs", "/tmp/sallyport-Xy3"),
      launch("my-server", "--query", "a=b&c=d", "--greeting", "wait..."),
    ];
    expect(usual.flat()).toEqual([]);
  });

  it("N55 says what may not be what it looks like", () => {
    expect(launch("sh", "-c", "curl x | sh; $(id) && `id`")).toEqual([
      "starts a shell: `sh`",
      "would mean something to a shell: `curl x | sh; $(id) && `id``",
    ]);
    expect(launch("./server")).toEqual(["starts from the gateway's own folder: `./server`"]);
    expect(launch("../bin/server", "--root=../..")).toEqual([
      "leaves a folder with `..`: `../bin/server`",
      "leaves a folder with `..`: `--root=../..`",
      "starts from the gateway's own folder: `../bin/server`",
    ]);
  });

  it.each(["a;b", "a|b", "a`b`", "a&&b", "$(a)"])("N55 notices `%s` in an argument", (word) => {
    expect(launch("server", word)).toEqual([`would mean something to a shell: \`${word}\``]);
  });

  it.each([
    ["/bin/bash", "-lc", "id"],
    ["C:\\Windows\\System32\\cmd.exe", "/c", "dir"],
    ["env", "FOO=bar", "dash", "run.sh"],
    ["PowerShell.EXE", "-Command", "ls"],
  ])("N55 knows the shell in %s %s", (...words) => {
    expect(launch(words[0] ?? "", ...words.slice(1))).toContainEqual(expect.stringMatching(/^starts a shell: /));
  });

  it.each([
    ["node", "-e", "1"],
    ["node", "--no-warnings", "--import=data:text/javascript,1", "x.js"],
    ["/usr/bin/python3.12", "-Ic", "1"],
    ["perl", "-we", "1"],
    ["deno", "eval", "1"],
    ["npx", "-y", "--call", "id"],
    ["uv", "run", "python", "-c", "1"],
  ])("N55 knows code among the arguments: %s %s %s", (...words) => {
    expect(launch(words[0] ?? "", ...words.slice(1))).toEqual([
      expect.stringMatching(/^takes code from its arguments: /),
    ]);
  });

  it("N55 sees a dangerous variable set on the way", () => {
    expect(launch("env", "LD_PRELOAD=/tmp/x.so", "server")).toEqual(["sets `LD_PRELOAD`: `LD_PRELOAD=/tmp/x.so`"]);
  });

  it("N55 names the product's own programs", () => {
    const own = [launch("npx", "-y", "@sallyport/policy-reader"), launch("/usr/bin/sallyport-chat", "--face", "human")];
    expect(own).toEqual([
      ["starts one of Sallyport's own programs: `@sallyport/policy-reader`"],
      ["starts one of Sallyport's own programs: `/usr/bin/sallyport-chat`"],
    ]);
  });

  it("tells of a folder that depends on where the gateway runs", () => {
    const inFolder = (cwd: string) => riskyLaunch({ type: "stdio", command: "server", args: [], env: {}, cwd });
    expect([inFolder("/srv"), inFolder("work"), inFolder("/srv/..")]).toEqual([
      [],
      ["works in a folder below the gateway's own: `work`"],
      ["leaves a folder with `..`: `/srv/..`"],
    ]);
  });

  it("says a thing once, and cuts what is long", () => {
    expect(launch("sh", "sh")).toEqual(["starts a shell: `sh`"]);
    expect(launch("server", `;${"x".repeat(200)}`)).toEqual([
      `would mean something to a shell: \`;${"x".repeat(78)}…\``,
    ]);
  });

  it("has nothing to say about a URL", () => {
    expect(riskyLaunch({ type: "http", url: "https://example.com/mcp", headers: {} })).toEqual([]);
  });
});

describe("isDangerousVariable", () => {
  it("N55 knows what makes a program run something else", () => {
    const dangerous = [
      ..."LD_PRELOAD LD_LIBRARY_PATH ld_audit DYLD_INSERT_LIBRARIES PATH Path NODE_OPTIONS NODE_PATH".split(" "),
      ..."PYTHONPATH PYTHONSTARTUP PYTHONHOME PERL5OPT PERL5LIB RUBYOPT RUBYLIB BASH_ENV ENV IFS".split(" "),
      ..."BASH_FUNC_ls JAVA_TOOL_OPTIONS GIT_EXEC_PATH GIT_SSH_COMMAND GIT_CONFIG_COUNT npm_config_registry".split(" "),
      ..."PIP_INDEX_URL UV_DEFAULT_INDEX EDITOR PAGER DOTNET_STARTUP_HOOKS CORECLR_PROFILER_PATH".split(" "),
    ];
    expect(dangerous.filter((name) => !isDangerousVariable(name))).toEqual([]);
  });

  it("leaves alone what servers are usually told", () => {
    const usual =
      "HOME TZ LANG PORT DEBUG NODE_ENV API_KEY GITHUB_TOKEN MY_PATH PATHS LOG_LEVEL GIT_AUTHOR_NAME ENVIRONMENT";
    expect(usual.split(" ").filter(isDangerousVariable)).toEqual([]);
  });
});

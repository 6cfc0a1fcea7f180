import { Fault } from "@sallyport/contract/faults";
import { attachSpec } from "@sallyport/contract/mount-specs";
import { describe, expect, it } from "vitest";
import { refuseSpec } from "./refuse-spec.ts";

/** The words of the refusal; empty where there is none. */
function refusal(spec: object): string {
  try {
    refuseSpec(attachSpec.parse(spec));
    return "";
  } catch (error) {
    return error instanceof Fault ? `${error.code} ${error.message}` : String(error);
  }
}
const stdio = (more: object) => refusal({ type: "stdio", command: "server", ...more });
const http = (more: object) => refusal({ type: "http", url: "https://example.com/mcp", ...more });

describe("refuseSpec", () => {
  it("has nothing against what servers are usually given", () => {
    const usual = [
      stdio({
        command: "npx",
        args: ["-y", "@acme/server", "--flag=$HOME"],
        env: { API_KEY: "pa$$word", HOME: "/srv" },
      }),
      stdio({ command: "/opt/My Server/run" }),
      http({ headers: { Authorization: "Bearer $ecret", "X-Api-Key": "k" } }),
    ];
    expect(usual).toEqual(["", "", ""]);
  });

  it.each([
    ["spec.command", { command: `\${HOME}/server` }],
    ["spec.args.1", { args: ["-t", `\${env:TOKEN}`] }],
    ["spec.env.TOKEN", { env: { TOKEN: `\${TOKEN:-none}` } }],
    ["spec.cwd", { cwd: `/srv/\${USER}` }],
  ])("refuses a variable in braces in `%s`, for nothing is expanded", (path, more) => {
    expect(stdio(more)).toBe(
      `invalid_input \`${path}\`: nothing is expanded in the spec of an attached server; write the value itself, not a variable in braces`,
    );
  });

  it.each([
    ["spec.url", { url: `https://\${HOST}/mcp` }],
    ["spec.headers.Authorization", { headers: { Authorization: `Bearer \${TOKEN}` } }],
  ])("refuses a variable in braces in `%s` too", (path, more) => {
    expect(http(more)).toContain(`\`${path}\`: nothing is expanded`);
  });

  it.each(["LD_PRELOAD", "ld_preload", "NODE_OPTIONS", "PATH", "Path", "PYTHONPATH", "BASH_ENV", "GIT_EXEC_PATH"])(
    "N55 refuses `%s`, and does not repeat its value",
    (name) => {
      const said = stdio({ env: { [name]: "secret-value" } });
      expect(said).toBe(
        `invalid_input \`spec.env.${name}\`: with this variable a program runs what its command line does not show; leave it out`,
      );
    },
  );

  it("says everything that is wrong at once", () => {
    const said = stdio({ command: "npx -y server", env: { PATH: "/tmp", TOKEN: `\${T}` } });
    expect(said.match(/`spec[^`]*`/g)).toEqual(["`spec.command`", "`spec.env.PATH`", "`spec.env.TOKEN`"]);
  });

  it.each(["~/server", "npx -y server", " "])("refuses the command `%s`, for no shell reads it", (command) => {
    expect(stdio({ command })).toContain("`spec.command`: ");
  });

  it.each(["https://ann:secret@example.com/", "http://secret@example.com/"])("refuses %s, unseen", (url) => {
    const said = http({ url });
    expect(said).toContain("`spec.url`: a URL carries no user name or password here");
    expect(said).not.toContain("secret");
  });

  it.each(["Host", "content-length", "Mcp-Session-Id", "MCP-Protocol-Version", "Transfer-Encoding", "Connection"])(
    "refuses the header `%s`, which is the transport's",
    (name) => {
      expect(http({ headers: { [name]: "x" } })).toContain(`\`spec.headers.${name}\`: the transport sets this header`);
    },
  );

  it("refuses a header that is there twice, or that cannot be sent", () => {
    expect(http({ headers: { "X-Key": "a", "x-key": "b" } })).toContain(
      "`spec.headers.x-key`: this header is there twice",
    );
    expect(http({ headers: { "X-Key": "…" } })).toContain("`spec.headers.X-Key`: a header cannot carry this");
  });
});

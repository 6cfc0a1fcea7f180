import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SallyportBed } from "./testing/sallyport-bed.ts";
import { askPerson } from "./testing/waiting-call.ts";

describe("sallyport", { timeout: 60_000 }, () => {
  let bed: SallyportBed;
  beforeEach(() => {
    bed = new SallyportBed();
  });
  afterEach(() => bed[Symbol.dispose]());

  it.each([
    [["approvls"], 2, "sallyport: unknown command 'approvls'; did you mean `approvals`? see `--help`\n"],
    [["approvals", "list", "--jsn"], 2, "--json"],
    [["approvals", "approve"], 2, "missing required argument"],
    [["approvals", "list", "--agent", "../x"], 2, "an agent id is 1 to 64 of"],
    [["approvals", "list", "--store", "mysql://x"], 78, "use `sqlite:/path/file.db`"],
    [["--agent", "a", "approvals", "list"], 2, "flags come after the command: `sallyport approvals ... --agent`"],
    [["serve", "--http", "70000"], 2, "it is a port from 0 to 65535"],
    [["wrap", "--no-stdio", "--no-http", "--", "node"], 2, "`--no-stdio` and `--no-http` leave no door to serve"],
    [["token", "create"], 2, "required option '--for <whom>' not specified"],
    [["token", "create", "--for", "human", "--ttl", "31"], 2, "a human's token is good for 30 days at most"],
    [["token", "revoke", "x"], 1, "there is no token `x`"],
    [["open"], 1, "no gateway of agent `default` serves HTTP now"],
    [["logs", "files"], 1, "no gateway runs for agent `default`; "],
    [["timeline", "--last", "0"], 2, "it is a whole number"],
  ])("answers %j with exit %i and one clear line", async (args, code, message) => {
    const run = await bed.run(args);
    expect(run).toMatchObject({ code, stdout: "" });
    expect(run.stderr).toContain(message);
  });

  it.each([
    "agents",
    "wrap",
    "mounts",
    "logs",
    "timeline",
    "modes",
    "verify",
    "approvals",
    "policy",
    "proposals",
    "doctor",
    "demo",
    "serve",
    "open",
    "token",
  ])("%s --help teaches with examples", async (command) => {
    const { code, stdout } = await bed.run([command, "--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain(`sallyport ${command}`);
  });

  it("says that no gateway runs, and shows events with ids a person can type", async () => {
    const id = await askPerson(bed.store, { path: "a" });
    const mounts = await bed.run(["mounts"]);
    expect(mounts.stdout).toContain("no gateway runs for agent `default`; ");
    const { stdout } = await bed.run(["timeline"]);
    expect(stdout).toMatch(/^ {5}1 {2}\S+Z {2}approval-asked {6}pending /);
    expect(stdout.trimEnd().endsWith(`  ${id.slice("approval-".length, "approval-".length + 8)}`)).toBe(true);
  });

  it("refuses a store that is no database, and leaves it as it is", async () => {
    bed.write("state.db", "this is a letter, not a database; ".repeat(100));
    const run = await bed.run(["approvals", "list"]);
    expect(run).toMatchObject({ code: 78, stdout: "" });
    expect(run.stderr.split("\n")).toHaveLength(2);
  });

  it("N45 shows what is hidden in a word it does not know", async () => {
    const run = await bed.run(["\u001b[2Jx"]);
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toContain("⟦U+001B⟧[2Jx");
  });

  it("demo ends with exit 1 where something else happened than it says", async () => {
    const run = await bed.run(["demo", "--filesystem-server", "no-such-server.js"]);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain("the demo failed in scene 1");
  });

  it("doctor names what is wrong and what to do, and exits 1", async () => {
    bed.write(
      ".mcp.json",
      `{"mcpServers": {"gone": {"command": "no-such-program"}, "unset": {"command": "\${NOPE}"}, "here": {"command": "node"}}}`,
    );
    const run = await bed.run(["doctor"]);
    expect(run.code).toBe(1);
    expect(run.stdout).toContain("fail  mount     `gone`: there is no program `no-such-program`\n");
    expect(run.stdout).toContain("fail  mount     `unset`: the variable `NOPE` is not set");
    expect(run.stdout).toMatch(/^ok {4}mount {5}`here`: /m);
    expect(run.stderr).toMatch(/^sallyport: 2 of \d+ checks failed; see above\n$/);
  });
});

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
// @boundaries-ignore one place decides what may be skipped
import { mustSkip } from "../../../../scripts/system-parts.ts";
import { GATEWAY } from "../harness/bins.ts";
import { eventually } from "../harness/eventually.ts";
import { program } from "../harness/policies.ts";
import { type CommandRun, createTestBed, type TestBed } from "../harness/test-bed.ts";

/** Clears a screen, renames a window, links, overwrites, turns round, hides; then a line that passes for one of ours. */
const NASTY =
  "\u001b]0;owned\u0007\u001b]8;;http://evil\u0007\u001b[2J\u009b2J\u0085\r\t\b\u202e\u2066\u200b\u2028\u{E0041}\nFORGED";
const IN_SOURCE = JSON.stringify(NASTY);

/** Its second letter is Cyrillic. */
const LOOK_ALIKE = "p\u0430ypal";

/** The same in what a person pasted: their own line feeds are theirs. */
const TYPED = NASTY.slice(0, NASTY.indexOf("\n"));

/** What moves a cursor, hides or reorders; or a line of somebody else's at the margin, where ours begin. */
const RAW = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]|^FORGED/mu;

/** An agent and its servers that say such things wherever they may say something. */
async function hostileBed(bed: TestBed): Promise<{ stderr(): string; approval: string; proposal: string }> {
  await bed.setPolicy(
    program(`
    if (context.server === "policy_proposer") return { decision: "allow", rationale: ${IN_SOURCE} };
    if (["fail", "tool_error", "log"].includes(context.tool)) return { decision: "allow", rationale: ${IN_SOURCE} };
    return { decision: "ask", rationale: ${IN_SOURCE}, options: [
      { id: "yes", name: ${IN_SOURCE}, kind: "allow_once", allows: true },
      { id: "no", name: ${IN_SOURCE}, kind: "reject_once", allows: false }] };`),
  );
  const client = await bed.serve(
    {
      evil: bed.evil("--control-characters", "--tool-name", NASTY, "--redescribe-after", "1", "--name", NASTY),
      refusing: bed.evil("--refuse-at-start", NASTY),
      missing: { command: `/nowhere/${NASTY}` },
    },
    { clientInfo: { name: NASTY, version: NASTY }, env: { SALLYPORT_LOG_LEVEL: "debug" } },
  );
  await client.call("evil_fail", { error: { code: -32000, message: NASTY, data: NASTY } });
  await client.call("evil_tool_error", { [NASTY]: NASTY });
  await client.call("evil_log", { level: "error", logger: NASTY, data: NASTY });
  await client.call(NASTY, { [NASTY]: NASTY });
  await client.request(NASTY, {});
  await client.request("resources/read", { uri: `evil://${NASTY}` });
  const source = `// ${NASTY.replaceAll(/[\n\r\u2028]/g, "")}\nexport default () => ({ decision: "ask", rationale: "" });`;
  const { result } = await client.call("policy_proposer_propose_policy", { source, title: NASTY, rationale: NASTY });
  void client.call("evil_params", {
    [NASTY]: NASTY,
    lines: "\n".repeat(500),
    deep: [{ [NASTY]: [NASTY] }],
    to: LOOK_ALIKE,
  });
  const [record] = await bed.waiting(1);
  await eventually(
    "both servers failed",
    async () =>
      (await bed.json(["mounts"])).filter((mount: { state: { state: string } }) => mount.state.state === "failed")
        .length === 2,
  );
  return { stderr: () => client.stderr, approval: record?.approval_id ?? "", proposal: result.structuredContent.id };
}

/** Runs a command that goes on for ever, and stops it once it has said something. */
async function untilStopped(bed: TestBed, args: string[]): Promise<CommandRun> {
  const run = spawn(process.execPath, [GATEWAY, ...args], { env: bed.environment("default"), cwd: bed.folder });
  const [said, complained] = [text(run.stdout), text(run.stderr)];
  await once(run.stdout, "readable");
  run.kill();
  return { code: null, stdout: await said, stderr: await complained };
}

const raw = (runs: Record<string, CommandRun>) =>
  Object.entries(runs).flatMap(([command, { stdout, stderr }]) =>
    [stdout, stderr].filter((text) => RAW.test(text)).map((text) => [command, text]),
  );

describe.concurrent("what a person reads in a terminal", () => {
  it("N45 has nothing raw of an agent, a server or a policy in it, whatever the command", async () => {
    await using bed = createTestBed();
    const { stderr, approval, proposal } = await hostileBed(bed);
    const bad = bed.write("bad.ts", `throw new Error(${IN_SOURCE}); // ${NASTY}\nexport default function decide() {}`);
    const untrue = bed.write(
      "untrue.ts",
      `export default () => ({ decision: "ask", rationale: ${IN_SOURCE} });
export const tests = [{ call: { name: ${IN_SOURCE} }, decision: "allow" }];`,
    );
    const config = bed.write(
      "hostile.json",
      JSON.stringify({ mcpServers: { [NASTY]: { command: NASTY, [NASTY]: 1 } } }),
    );
    const reads = [
      ["approvals", "list"],
      ["approvals", "list", "--all"],
      ["approvals", "show", approval],
      ["proposals", "list"],
      ["proposals", "show", proposal],
      ["policy", "history"],
      ["modes"],
      ["agents", "list"],
      ["agents", "show", "default"],
      ["mounts"],
      ["timeline", "--last", "500"],
      ["verify"],
      ["token", "list"],
      ["doctor", "--config", config],
    ];
    const others = [
      ["approvals", "watch", "--plain"],
      ["policy", "check", bad],
      ["policy", "test", untrue],
      ["policy", "set", untrue],
      ["policy", "show", TYPED],
      ["approvals", "show", TYPED],
      ["approvals", "approve", approval, "--option", TYPED],
      ["approvals", "approve", approval, "--scope", TYPED],
      ["proposals", "approve", proposal, "--review", TYPED],
      ["proposals", "show", TYPED],
      ["mounts", "accept", TYPED, TYPED, "--digest", TYPED],
      ["modes", "set", TYPED],
      ["agents", "show", TYPED],
      ["agents", "abort", TYPED, "--reason", TYPED],
      ["agents", "resume", TYPED],
      ["token", "revoke", TYPED],
      ["timeline", "--agent", TYPED],
      ["timeline", "--last", TYPED],
      ["timeline", "--store", TYPED],
      ["timeline", "--store", `sqlite:${bed.folder}/${TYPED}/x.db`],
      ["timeline", `--${TYPED}`],
      [TYPED],
      ["serve", "--config", config],
      ["serve", "--config", TYPED],
      ["serve", "--host", TYPED],
      ["wrap", "--", TYPED],
    ];
    const runs: Record<string, CommandRun> = { serve: { code: 0, stdout: "", stderr: stderr() } };
    runs.watch = await untilStopped(bed, ["approvals", "watch", "--json"]);
    for (const args of [...reads, ...others]) runs[args.join(" ")] = await bed.sallyport(args);
    // All of a log is its server's words, at the margin too.
    const log = await bed.sallyport(["logs", "refusing"]);
    runs["logs refusing"] = { ...log, stdout: log.stdout.replaceAll(/^FORGED$/gm, "") };
    for (const args of reads) runs[`${args.join(" ")} --json`] = await bed.sallyport([...args, "--json"]);
    expect(raw(runs)).toEqual([]);
    expect(runs[`approvals show ${approval}`]?.stdout).toContain("p⟦а U+0430⟧ypal");
    // It was there to be shown: a bed that says nothing would pass too.
    const said = (command: string) => runs[command]?.stdout ?? "";
    for (const command of [
      `approvals show ${approval}`,
      `proposals show ${proposal}`,
      "mounts",
      "logs refusing",
      "timeline --last 500",
    ])
      expect(said(command), command).toContain("⟦U+202E⟧");
  });

  it("N45 has nothing raw in it where a policy stopped the agent with such words", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(program(`return { decision: "deny_abort", rationale: ${IN_SOURCE} };`));
    const client = await bed.serve({ evil: bed.evil() });
    await client.call("evil_act", {});
    const config = bed.write("none.json", `{"mcpServers": {}}`);
    const commands = [["agents", "list"], ["agents", "show", "default"], ["agents", "abort", "default"], ["timeline"]];
    const runs: Record<string, CommandRun> = {};
    for (const args of [...commands, ["doctor", "--config", config]]) runs[args.join(" ")] = await bed.sallyport(args);
    expect(raw(runs)).toEqual([]);
    expect(runs["agents show default"]?.stdout).toContain("⟦U+202E⟧");
  });
});

describe.skipIf(mustSkip("script"))("a terminal of its own", () => {
  it("N45 gets a policy's source as text, where a pipe gets it as it is", async () => {
    await using bed = createTestBed();
    const source = `// ${TYPED}\n${program(`return { decision: "ask", rationale: "" };`)}`;
    await bed.setPolicy(source);
    const command = `${process.execPath} ${GATEWAY} policy show`;
    const options = { env: { ...bed.environment("default"), TERM: "dumb" }, cwd: bed.folder };
    const { stdout } = await promisify(execFile)("script", ["-qefc", command, "/dev/null"], options);
    expect(stdout.replaceAll("\r\n", "\n")).not.toMatch(RAW);
    expect(stdout).toContain("⟦U+202E⟧");
    expect(await bed.must(["policy", "show"])).toBe(source);
  });
});

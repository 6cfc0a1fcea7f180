import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Child, connectChild } from "@sallyport/mcp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
// @boundaries-ignore one place decides about system parts that are missing
import { mustSkip } from "../../../../scripts/system-parts.ts";
import { NOTE_SERVER } from "../testing/note-server.ts";
import { PseudoTerminal } from "../testing/pseudo-terminal.ts";
import { ended, SallyportBed } from "../testing/sallyport-bed.ts";
import { askPerson } from "../testing/waiting-call.ts";
import { HOSTILE } from "../testing/watch-records.ts";

const BIN = fileURLToPath(new URL("../bin.ts", import.meta.url));
const SOURCE = "--conditions=@sallyport/source";
const SMALL = { columns: 60, rows: 20 };
const RESTORED = "\u001b[?25h\u001b[?1049l";
const SOON = { timeout: 30_000 };

let bed: SallyportBed;
beforeEach(() => {
  bed = new SallyportBed();
});
afterEach(() => bed[Symbol.dispose]());

describe.skipIf(mustSkip("script"))("sallyport approvals watch, in a terminal", { timeout: 90_000 }, () => {
  let terminal: PseudoTerminal;
  afterEach(() => terminal[Symbol.dispose]());

  const watch = (size = SMALL, env: Record<string, string> = {}) => {
    terminal = new PseudoTerminal(bed, ["approvals", "watch"], size, env);
  };
  const shows = (part: string) => expect.poll(() => terminal.screen().join("\n"), SOON).toContain(part);

  async function connectAgent(): Promise<Child> {
    const notes = { command: process.execPath, args: [bed.write("notes.cjs", NOTE_SERVER)] };
    bed.write(".mcp.json", JSON.stringify({ mcpServers: { notes } }));
    return connectChild(
      { type: "stdio", command: process.execPath, args: [SOURCE, BIN], env: bed.env, cwd: bed.folder },
      { info: { name: "a real host", version: "3.1" }, capabilities: {} },
    );
  }

  it("shows a call of a real agent as it comes, and lets it run by keys alone", async () => {
    watch();
    await shows("Nothing waits for you.");
    const agent = await connectAgent();
    const path = join(bed.folder, "out.txt");
    const call = agent.request("tools/call", { name: "notes_write_file", arguments: { path, content: "by key\n" } });
    await shows("> notes > write_file  can change things");
    terminal.press("a");
    await shows("Not now: open it first, with Enter");
    terminal.press("\r");
    await shows("through a real host 3.1 (claimed by the client)".slice(0, 20));
    expect(existsSync(path)).toBe(false);
    terminal.press("\u001b[F");
    await shows("a allows it");
    terminal.press("a");
    await shows("Allowed notes_write_file: it runs now");
    expect(await call).toMatchObject({ content: [{ type: "text", text: "written" }] });
    expect(readFileSync(path, "utf8")).toBe("by key\n");
    terminal.press("g");
    await shows("allowed by user:");
    terminal.press("q");
    expect(await terminal.ended).toBe(0);
    await agent.close();
  });

  it("denies with a comment, which the agent reads", async () => {
    watch();
    const agent = await connectAgent();
    const call = agent.request("tools/call", { name: "notes_write_file", arguments: { path: "x", content: "" } });
    const refused = expect(call).rejects.toMatchObject({
      code: -32951,
      data: { reason: expect.stringContaining("not in this folder") },
    });
    await shows("> notes > write_file");
    terminal.press("c");
    await shows("Deny, and tell the agent:");
    terminal.press("not in this folder\r");
    await refused;
    await shows("Denied notes_write_file: the agent is told no, and why");
    await agent.close();
  });

  it("N45 sends no byte of an agent's to the terminal that is not seen, and lets nothing be allowed before its end", async () => {
    await askPerson(
      bed.store,
      { [HOSTILE]: HOSTILE, tabs: `${"\t".repeat(10_000)}x`, lines: `a${"\n".repeat(5_000)}rm -rf /` },
      HOSTILE,
    );
    watch();
    await shows("> files > write_file");
    terminal.press("\r");
    await shows("to allow it: its end was not shown yet");
    terminal.press("a");
    await shows("Not now: its end was not shown yet");
    terminal.resize({ columns: 60, rows: 90 });
    await shows("lines 2 to 5000 are empty");
    await shows("⟦10000 tabs⟧x");
    await shows("a allows it");
    expect(terminal.foreign()).toEqual([]);
    expect(terminal.output).toContain("⟦U+202E⟧");
    terminal.press("s");
    await shows("STOP the agent");
    terminal.press(`\u001b[200~${HOSTILE}\u001b[201~`);
    await shows("⟦U+");
    expect(terminal.foreign()).toEqual([]);
    terminal.press("\u0003");
    expect(await terminal.ended).toBe(0);
  });

  it.each([["q"], ["Ctrl-C"], ["SIGTERM"], ["SIGHUP"]])("gives the terminal back on %s", async (how) => {
    watch();
    await shows("Nothing waits for you.");
    if (how === "q") terminal.press("q");
    else if (how === "Ctrl-C") terminal.press("\u0003");
    else terminal.kill(how as NodeJS.Signals);
    expect(await terminal.ended).toBe(0);
    expect(terminal.output.endsWith(RESTORED)).toBe(true);
  });

  it("follows the size of the terminal, and has no colours where NO_COLOR is set", async () => {
    await askPerson(bed.store, { path: "a" });
    watch(SMALL, { NO_COLOR: "1" });
    await shows("> files > write_file");
    expect(terminal.screen()[19]).toContain("? keys  q quit");
    terminal.resize({ columns: 100, rows: 30 });
    await expect.poll(() => terminal.screen()[29], SOON).toContain("? keys  q quit");
    expect(terminal.screen().join("\n")).toContain(" · path: a");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a style with a colour in it
    expect(terminal.output).not.toMatch(/\u001b\[(?:\d+;)*(?:3|4|9|10)\d(?:;\d+)*m/);
    terminal.press("q");
    expect(await terminal.ended).toBe(0);
  });

  it("takes back what no call has claimed", async () => {
    await askPerson(bed.store, { path: "a" });
    watch({ columns: 100, rows: 60 });
    await shows("> files > write_file");
    terminal.press("\r");
    await shows("a allows it");
    terminal.press("a");
    await shows("Allowed files_write_file: its caller has left");
    terminal.press("u");
    await shows("Took back files_write_file");
    const [record] = JSON.parse((await bed.run(["approvals", "list", "--all", "--json"])).stdout);
    expect(record.state).toBe("revoked");
  });

  it("lets a call wait longer", async () => {
    const id = await askPerson(bed.store, { path: "a" });
    watch({ columns: 100, rows: 60 });
    await shows("> files > write_file");
    terminal.press("e");
    await shows("More time for files_write_file: ");
    const { stdout } = await bed.run(["approvals", "extend", id]);
    expect(stdout).toMatch(/^approval-\S+ waits until \d{4}-/u);
    await shows(" old · 3 h left");
  });

  it("clears twenty calls by keys alone", async () => {
    for (let count = 0; count < 20; count += 1) await askPerson(bed.store, { count });
    watch({ columns: 100, rows: 60 });
    await shows("20 waiting");
    terminal.press("\r");
    for (let left = 20; left > 0; left -= 1) {
      await shows(`sallyport  ${left} waiting`);
      await shows("a allows it");
      terminal.press("a");
      await expect.poll(() => terminal.screen()[0], SOON).toContain(`${left - 1} waiting`);
    }
    await shows("Nothing waits for you.");
  });
});

describe("sallyport approvals watch, in lines", { timeout: 60_000 }, () => {
  it("shows each call as a block and takes commands of one line", async () => {
    const ids = [await askPerson(bed.store, { path: "a" }), await askPerson(bed.store, { path: "b" })];
    const [first = "", second = ""] = ids.map((id) => id.slice("approval-".length, "approval-".length + 8));
    const child = bed.start(["approvals", "watch"]);
    const end = ended(child);
    child.stdin.write(`a ${first}\nd ${second} not here\nu ${first}\na ${second}\na nothing\n?\nq\n`);
    const { code, stdout, stderr } = await end;
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`CALL ${first}: files > write_file (can change things; caller waits; asked `);
    expect(stdout).toContain("path (text, 1 line, 1 byte)\n   1 │ a\n");
    expect(stdout).toContain(`${first}: allowed files_write_file: its caller has left`);
    expect(stdout).toContain(`${second}: denied files_write_file: the agent is told no, and why`);
    expect(stdout).toContain(`${first}: took back files_write_file`);
    expect(stdout).toMatch(new RegExp(`${second}: not decided by you: already denied by user:.* 0 s ago\n`));
    expect(stdout).toContain("`nothing` is the id of nothing that was shown here");
  });

  it("shows what comes and what others decide while it watches, and ends with its input", async () => {
    const child = bed.start(["approvals", "watch", "--plain"]);
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
    });
    const end = ended(child);
    await expect.poll(() => text, SOON).toContain("agent default; a ID allow once");
    const id = await askPerson(bed.store, { path: "a" });
    await expect.poll(() => text, SOON).toContain("CALL ");
    await bed.run(["approvals", "deny", id]);
    await expect.poll(() => text, SOON).toMatch(/^\w{8}: denied by user:.* ago$/m);
    child.stdin.end();
    expect((await end).code).toBe(0);
  });

  it("N45 sends no control byte of an agent's on, in lines or JSON", async () => {
    await askPerson(
      bed.store,
      { [HOSTILE]: HOSTILE, tabs: "\t".repeat(10_000), lines: `a${"\n".repeat(5_000)}z` },
      HOSTILE,
    );
    const { stdout } = await bed.run(["approvals", "watch"]);
    expect(stdout).toContain("⟦U+202E⟧");
    expect(stdout).not.toMatch(/[^\n\P{Cc}]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
  });

  it("with --json prints one line an event, decides nothing and goes on until it is stopped", async () => {
    const id = await askPerson(bed.store, { path: HOSTILE });
    const child = bed.start(["approvals", "watch", "--json"]);
    const end = ended(child);
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
    });
    child.stdin.end(`a ${id}\n`);
    await expect.poll(() => text, SOON).toContain("approval-asked");
    await bed.run(["approvals", "deny", id, "--reason", "no"]);
    await expect.poll(() => text, SOON).toContain("approval-moved");
    child.kill("SIGTERM");
    const { code, stdout } = await end;
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u);
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { event: "approval-asked", approval: { approval_id: id, state: "pending", arguments: { path: HOSTILE } } },
      { event: "approval-moved", approval: { approval_id: id, state: "denied", comment: "no" } },
    ]);
  });
});

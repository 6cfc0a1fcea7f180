import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EVIL_MCP, FILESYSTEM, GATEWAY } from "../harness/bins.ts";
import { pathWithNpx } from "../harness/npx-shim.ts";
import { program } from "../harness/policies.ts";
import type { RawClient } from "../harness/raw-client.ts";
import { createTestBed, type TestBed } from "../harness/test-bed.ts";

const wrapped = (bed: TestBed, words: readonly string[], env: Record<string, string> = {}): Promise<RawClient> =>
  bed.serve({}, { command: [GATEWAY, "wrap", ...words], env });

const named = (entries: { name: string }[], names: ReadonlySet<string>) =>
  entries.filter(({ name }) => names.has(name)).toSorted((a, b) => a.name.localeCompare(b.name));

describe("sallyport wrap", () => {
  it("G21 is a drop-in before the filesystem server: its names stay, and the gate decides", async () => {
    await using bed = createTestBed();
    await bed.setMode("ask-writes");
    const notes = join(bed.folder, "notes");
    mkdirSync(notes);
    const npx = { PATH: pathWithNpx(bed.folder) };
    const words = ["npx", "-y", "@modelcontextprotocol/server-filesystem", notes];
    const alone = await bed.connect({
      command: process.execPath,
      args: [FILESYSTEM, notes],
      env: bed.environment("default"),
    });
    const client = await wrapped(bed, ["--trusted", "--", ...words], npx);
    const { tools } = (await alone.request("tools/list")).result;
    const names = new Set<string>(tools.map(({ name }: { name: string }) => name));
    const shown = (await client.request("tools/list")).result.tools;
    expect(named(shown, names)).toEqual(named(tools, names));

    expect((await client.call("list_directory", { path: notes })).error).toBeUndefined();
    const file = join(notes, "a.md");
    const writing = client.call("write_file", { path: file, content: "hello" });
    const [record] = await bed.waiting(1);
    expect(record).toMatchObject({ name: "write_file", server: "server-filesystem", tool: "write_file" });
    expect(existsSync(file)).toBe(false);
    await bed.must(["approvals", "approve", record?.approval_id ?? ""]);
    expect((await writing).result.isError).not.toBe(true);
    expect(existsSync(file)).toBe(true);
    await bed.setPolicy(
      program(`return { decision: context.server === "server-filesystem" ? "deny_continue" : "allow" };`),
    );
    expect((await client.call("list_directory", { path: notes })).error).toMatchObject({
      code: -32951,
      data: { name: "list_directory" },
    });
  });

  it("G21 prompts, resources and updates pass under the child's own names", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const { command, args } = bed.evil();
    const client = await wrapped(bed, ["--name", "mine", "--", command, ...args]);
    const uri = "evil://state/counter";
    expect((await client.call("act", {})).result.content[0].text).toBe("act ran (1)");
    expect((await client.request("prompts/get", { name: "greet" })).error).toBeUndefined();
    expect((await client.request("resources/read", { uri })).result.contents[0].uri).toBe(uri);
    await client.request("resources/subscribe", { uri });
    const method = "notifications/resources/updated";
    await client.call("notify", { method, params: { uri } });
    expect((await client.heard(method)).params).toEqual({ uri });
    const read = await client.call("resources_read", { server: "mine", uri });
    expect(read.result.structuredContent.parts[0].text).toBe(`read ${uri}`);
    expect((await client.call("policy_approver_list_modes", {})).error?.code).toBe(-32602);
  });

  it("G22 the server has its client's folder and environment, and nothing of Sallyport's", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const { command, args } = bed.evil();
    const client = await wrapped(bed, ["--", command, ...args], { MY_TOKEN: "of the server's own" });
    const { env } = (await client.call("env", {})).result.structuredContent;
    expect(env).toMatchObject({ MY_TOKEN: "of the server's own", HOME: bed.folder });
    expect(Object.keys(env).filter((name) => name.startsWith("SALLYPORT_"))).toEqual([]);
  });

  it("G23 says in one line what is wrong, and ends with its client", async () => {
    await using bed = createTestBed();
    const wrong = [
      ["wrap"],
      ["wrap", "--"],
      ["wrap", "--", "no-such-program-4711"],
      ["wrap", "--name", "Not A Name", "--", process.execPath],
      ["wrap", "--name", "policy_approver", "--", process.execPath],
      ["wrap", "--", "npx", "-y", "@sallyport/policy-approver"],
      ["wrap", "--", process.execPath, GATEWAY, "serve"],
      ["wrap", "--nonsense", "--", process.execPath],
    ];
    const runs = [];
    for (const args of wrong) {
      const { code, stdout, stderr } = await bed.sallyport(args);
      runs.push({
        args,
        code,
        stdout,
        isShort: stderr.trim().split("\n").length <= 2,
        hasStack: /\n\s+at /.test(stderr),
      });
    }
    expect(runs).toEqual(wrong.map((args) => ({ args, code: 2, stdout: "", isShort: true, hasStack: false })));
    // A server that cannot start is a server that is down: its client is told, and the door ends in good order.
    const dying = await wrapped(bed, ["--", process.execPath, EVIL_MCP, "--die-at-start", "3"]);
    const listed = await dying.request("tools/list");
    expect(JSON.stringify(listed.result._meta)).toMatch(/exit/);
    await dying.close();
    expect(await dying.exited).toEqual({ code: 0, signal: null });
  });
});

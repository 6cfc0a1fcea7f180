import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { pathWithNpx } from "../harness/npx-shim.ts";
import { byTool } from "../harness/policies.ts";
import type { RawClient } from "../harness/raw-client.ts";
import { createTestBed, type TestBed } from "../harness/test-bed.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../../../docs/composing.md"), "utf8");

/** The files of the page, by their place below the home folder. */
const FILES = new Map(
  [...PAGE.matchAll(/^```json title="([^"]+)"\n([\s\S]*?)^```$/gm)].map(([, path = "", text = ""]) => [path, text]),
);

interface Entry {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** Starts what a client's configuration says, as a client that fills `${HOME}` does. */
async function startClient(
  bed: TestBed,
  path: string,
  env: Record<string, string>,
): Promise<Record<string, RawClient>> {
  const text = (FILES.get(path) ?? "").replaceAll("\u0024{HOME}", bed.folder);
  const { mcpServers }: { mcpServers: Record<string, Entry> } = JSON.parse(text);
  const started: Record<string, RawClient> = {};
  for (const [name, entry] of Object.entries(mcpServers)) {
    const { command, args } = entry;
    started[name] = await bed.connect({
      command,
      args,
      env: { ...env, ...entry.env },
      cwd: dirname(join(bed.folder, path)),
    });
  }
  return started;
}

const NO_CLIENT = "is not in that configuration";

describe("docs/composing.md", () => {
  it("G20 works exactly as it is written", async () => {
    await using bed = createTestBed();
    const env = { PATH: pathWithNpx(bed.folder), HOME: bed.folder };
    expect([...FILES.keys()].toSorted()).toEqual(["person/.mcp.json", "project/.mcp.json", "sallyport/servers.json"]);
    for (const [path, text] of FILES) {
      mkdirSync(dirname(join(bed.folder, path)), { recursive: true });
      writeFileSync(join(bed.folder, path), text);
    }
    const notes = join(bed.folder, "notes");
    mkdirSync(notes);

    const agent = await startClient(bed, "project/.mcp.json", env);
    const person = await startClient(bed, "person/.mcp.json", env);
    const of = (clients: Record<string, RawClient>, name: string): RawClient => {
      const client = clients[name];
      if (client === undefined) throw new Error(`${name} ${NO_CLIENT}`);
      return client;
    };
    // biome-ignore lint/suspicious/noExplicitAny: a page of ours, whatever it says
    const page = async (uri: string): Promise<any> => {
      const { result } = await of(person, "policy_reader").request("resources/read", { uri });
      return JSON.parse(result.contents[0].text);
    };
    const gate = of(agent, "compositor");
    await eventually("the notes are mounted", async () => (await gate.toolNames()).includes("notes_write_file"));

    expect((await gate.call("notes_list_directory", { path: notes })).result.isError).not.toBe(true);
    const write = (name: string) => gate.call("notes_write_file", { path: join(notes, name), content: "hello" });
    const writing = write("first.md");
    const waiting = await eventually("it waits", async () => (await page("approvals://pending")).approvals[0]);
    expect(waiting).toMatchObject({ name: "notes_write_file" });
    expect(existsSync(join(notes, "first.md"))).toBe(false);
    await of(person, "policy_approver").call("approve", { id: waiting.approval_id });
    expect((await writing).result.isError).not.toBe(true);
    expect(readFileSync(join(notes, "first.md"), "utf8")).toBe("hello");

    const refused = write("second.md");
    const next = await eventually("the second waits", async () => (await page("approvals://pending")).approvals[0]);
    await of(person, "policy_approver").call("deny", { id: next.approval_id, reason: "not that one" });
    expect((await refused).error).toMatchObject({
      code: -32951,
      data: { reason: expect.stringContaining("not that one") },
    });

    const source = byTool({});
    const proposed = await of(agent, "policy_proposer").call("propose_policy", { source });
    const { id } = proposed.result.structuredContent;
    const { review } = await page(`resource://approval-policy/proposals/${id}`);
    await of(person, "policy_approver").call("approve_proposal", { id, review });
    expect((await write("third.md")).result.isError).not.toBe(true);
    expect(existsSync(join(notes, "third.md"))).toBe(true);
    expect(await page("approvals://pending")).toEqual({ approvals: [] });
    const yielded = await of(agent, "loop").call("yield_turn", {});
    expect(yielded.result.structuredContent).toEqual({ ok: true });

    // The command of the page's last lines, on the same store.
    expect(PAGE).toContain("sallyport approvals list --store sqlite:$HOME/sallyport/state.db");
    const store = ["--store", `sqlite:${bed.folder}/sallyport/state.db`];
    expect(await bed.sallyport(["approvals", "list", ...store])).toMatchObject({ code: 0 });
    expect(await bed.sallyport(["agents", "abort", "default", ...store])).toMatchObject({ code: 0 });
    expect((await write("fourth.md")).error?.code).toBe(-32950);
    expect((await bed.sallyport(["timeline", ...store])).stdout).toContain("agent-aborted");
  });
});

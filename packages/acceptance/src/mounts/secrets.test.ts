import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { createTestBed, type TestBed } from "../harness/test-bed.ts";

const CANARY = "c4nary-s3cret/4711+x";
const FORMS = [CANARY, encodeURIComponent(CANARY), Buffer.from(CANARY).toString("base64")];
const holds = (text: string) => FORMS.some((form) => text.includes(form));

/** `table.column` of everything in the store that holds the canary. */
function leaksInStore(bed: TestBed): string[] {
  using database = new DatabaseSync(join(bed.folder, "store.db"), { readOnly: true });
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
  return tables.flatMap(({ name }) =>
    database
      .prepare(`select * from "${name}"`)
      .all()
      .flatMap((row) =>
        Object.entries(row).flatMap(([column, value]) => (holds(String(value)) ? [`${name}.${column}`] : [])),
      ),
  );
}

/** Files of the bed, the store's own aside, that hold the canary. */
const leakingFiles = (bed: TestBed) =>
  readdirSync(bed.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("store.db"))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => holds(readFileSync(path, "latin1")));

describe("a secret in what is attached", () => {
  it("M07 N49 stands in the wish and the call that made it: not in states, events, logs, errors, other files", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const agent = await bed.serve({});
    const human = await bed.human();
    const specs = {
      spills: { type: "stdio", ...bed.evil("--spill", "MY_TOKEN"), env: { MY_TOKEN: CANARY } },
      argues: { type: "stdio", ...bed.evil("--api-key", CANARY), env: {} },
      dies: { type: "stdio", ...bed.evil("--spill", "PLAIN", "--die-at-start", "3"), env: { PLAIN: CANARY } },
      remote: {
        type: "http",
        url: "http://127.0.0.1:9/mcp?token=nothing",
        headers: { Authorization: `Bearer ${CANARY}` },
      },
    };
    const attached = [];
    for (const [name, spec] of Object.entries(specs))
      attached.push(await agent.call("compositor_admin_attach_server", { name, spec }));
    expect(attached.map(({ result }) => result.isError ?? false)).toEqual([false, false, true, true]);
    expect(attached.filter((answer) => holds(JSON.stringify(answer)))).toEqual([]);
    // The caller gets what its server says, whole; nobody else does.
    expect((await agent.call("spills_spilt", {})).error?.message).toContain(CANARY);
    const pages = Object.keys(specs).flatMap((name) =>
      [agent, human].map((client) =>
        client.request("resources/read", { uri: `compositor://compositor_meta/state/${name}` }),
      ),
    );
    const read = await Promise.all(pages);
    expect(read.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(read.filter((page) => holds(JSON.stringify(page)))).toEqual([]);
    expect(JSON.stringify(read)).toContain("[masked]");
    await eventually("the end of the call is written", async () =>
      (await bed.json(["timeline"])).some(({ action, status }: { action: string; status: string }) =>
        `${action} ${status}`.includes("call"),
      ),
    );
    const shown = await Promise.all(
      [
        ["mounts", "--json"],
        ["logs", "spills"],
        ["logs", "dies", "--json"],
        ["timeline", "--json"],
        ["approvals", "list", "--json"],
        ["agents", "list", "--json"],
        ["mounts"],
        ["timeline"],
      ].map((args) => bed.sallyport(args)),
    );
    expect(shown.filter(({ stdout, stderr }) => holds(stdout + stderr))).toEqual([]);
    expect([holds(agent.stderr), holds(human.stderr)]).toEqual([false, false]);
    // The arguments of every call are kept as they were: a new policy is tried on them.
    expect([...new Set(leaksInStore(bed))].toSorted()).toEqual(["calls.arguments_json", "wanted_mounts.spec_json"]);
    expect(leakingFiles(bed)).toEqual([]);
  });
});

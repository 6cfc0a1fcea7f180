import { describe, expect, it } from "vitest";
import { bin } from "../harness/bins.ts";
import { eventually } from "../harness/eventually.ts";
import { createTestBed, type TestBed } from "../harness/test-bed.ts";

/** Serves a configuration text as it is; answers how that ended. */
async function served(bed: TestBed, config: string) {
  const path = bed.write("bad.json", config);
  const { code, stdout, stderr } = await bed.sallyport(["serve", "--config", path]);
  return { code, stdout, stderr };
}

async function mounts(bed: TestBed, name: string) {
  return eventually(`the mount ${name} failed`, async () => {
    const records = await bed.json(["mounts"]);
    return records.find(
      (record: { name: string; state: { state: string } }) => record.name === name && record.state.state === "failed",
    );
  });
}

describe.concurrent("a wrong configuration", () => {
  it("B01 an unknown key is refused with what was meant", async () => {
    await using bed = createTestBed();
    const run = await served(bed, JSON.stringify({ mcpServers: { a: { comand: "node" } } }));
    expect(run).toMatchObject({ code: 78, stdout: "" });
    expect(run.stderr).toContain("`comand`");
    expect(run.stderr).toContain("`command`");
  });

  it("B01 text that is no JSON is refused with its place", async () => {
    await using bed = createTestBed();
    const run = await served(bed, '{"mcpServers": {\n  "a": {"command": }}}');
    expect(run).toMatchObject({ code: 78, stdout: "" });
    expect(run.stderr).toMatch(/bad\.json:2/);
  });

  it("N64 a safety option that is not supported is refused", async () => {
    await using bed = createTestBed();
    const top = await served(bed, JSON.stringify({ mcpServers: {}, sallyport: { approvals: { requireTwo: true } } }));
    expect(top).toMatchObject({ code: 78, stdout: "" });
    const mount = await served(
      bed,
      JSON.stringify({ mcpServers: { a: { command: "node", sallyport: { policy: { network: "deny" } } } } }),
    );
    expect(mount).toMatchObject({ code: 78, stdout: "" });
    expect(mount.stderr).toContain("policy");
  });

  it("B02 a mount name nothing can be made of is refused", async () => {
    await using bed = createTestBed();
    const run = await served(bed, JSON.stringify({ mcpServers: { "42 §": { command: "node" } } }));
    expect(run).toMatchObject({ code: 78, stdout: "" });
    expect(run.stderr).toContain("42 §");
  });

  it("B03 two names that come out the same are refused", async () => {
    await using bed = createTestBed();
    const run = await served(
      bed,
      JSON.stringify({ mcpServers: { "my-files": { command: "node" }, "My Files": { command: "node" } } }),
    );
    expect(run).toMatchObject({ code: 78, stdout: "" });
    expect(run.stderr).toContain("`my-files`");
    expect(run.stderr).toContain("`My Files`");
  });

  it("N02 twins by case, by dash and by look-alike letters are refused", async () => {
    await using bed = createTestBed();
    const twins = [
      ["Srv", "srv"],
      ["a-b", "a_b"],
      ["\u0455rv", "rv"],
      ["ﬁle", "le"],
    ];
    const runs = await Promise.all(
      twins.map(async ([one = "", two = ""], index) => {
        const path = bed.write(
          `twins-${index}.json`,
          JSON.stringify({ mcpServers: { [one]: { command: "node" }, [two]: { command: "node" } } }),
        );
        return bed.sallyport(["serve", "--config", path]);
      }),
    );
    expect(runs.map(({ code }) => code)).toEqual([78, 78, 78, 78]);
  });

  it("N05 the names of the product's own servers are refused", async () => {
    await using bed = createTestBed();
    const names = ["policy_approver", "policy-approver", "Loop", "resources"];
    const runs = await Promise.all(
      names.map((name, index) =>
        bed.sallyport([
          "serve",
          "--config",
          bed.write(`own-${index}.json`, JSON.stringify({ mcpServers: { [name]: { command: "node" } } })),
        ]),
      ),
    );
    expect(runs.map(({ code }) => code)).toEqual([78, 78, 78, 78]);
    expect(runs.map(({ stderr }, index) => stderr.includes(names[index] ?? ""))).toEqual([true, true, true, true]);
  });

  it("N10 a prototype's names are names like any other, or refused", async () => {
    await using bed = createTestBed();
    const run = await served(bed, '{"mcpServers": {"a": {"command": "node", "__proto__": {"args": []}}}}');
    expect(run).toMatchObject({ code: 78, stdout: "" });
    expect(run.stderr).toContain("__proto__");
  });

  it("B04 an unset variable stops its mount and no other", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a configuration's variable, not a template's
    const client = await bed.serve({ broken: { command: "${NOT_SET_ANYWHERE}" }, evil: bed.evil() });
    expect((await client.call("evil_act", {})).error).toBeUndefined();
    expect((await mounts(bed, "broken")).state.error).toContain("NOT_SET_ANYWHERE");
  });

  it("B05 a command that does not exist fails that mount and no other", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ broken: { command: "no-such-command-anywhere" }, evil: bed.evil() });
    expect((await client.call("evil_act", {})).error).toBeUndefined();
    expect((await mounts(bed, "broken")).state.error).toContain("no-such-command-anywhere");
  });

  it("B05 a server that dies at start fails that mount and no other, with its last words", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ broken: bed.evil("--die-at-start", "3"), evil: bed.evil() });
    expect((await client.call("evil_act", {})).error).toBeUndefined();
    expect((await mounts(bed, "broken")).state.error).toContain("cannot go on");
  });

  it("B05 a list made while a child is down says so", async () => {
    await using bed = createTestBed();
    const client = await bed.serve({ broken: bed.evil("--die-at-start", "3"), evil: bed.evil() });
    await mounts(bed, "broken");
    const { result } = await client.request("tools/list");
    expect(JSON.stringify(result._meta)).toContain("broken");
  });

  it("B10 a wrong flag or command is one line and exit 2", async () => {
    await using bed = createTestBed();
    const runs = await Promise.all(
      [["serve", "--no-such-flag"], ["no-such-command"], ["approvals", "approve"]].map((args) => bed.sallyport(args)),
    );
    expect(runs.map(({ code }) => code)).toEqual([2, 2, 2]);
    expect(runs.map(({ stderr }) => stderr.trim().split("\n").length <= 2)).toEqual([true, true, true]);
    expect(runs.map(({ stdout }) => stdout)).toEqual(["", "", ""]);
  });

  it("B11 no configuration at all: it says how to make one", async () => {
    await using bed = createTestBed();
    const run = await bed.sallyport(["serve"]);
    expect(run).toMatchObject({ code: 78, stdout: "" });
    expect(run.stderr).toContain("mcpServers");
  });

  it("B12 an old Node is told so in one line", async () => {
    await using bed = createTestBed();
    const pretend =
      "data:text/javascript,for (const [k, value] of [['versions', {node: '20.20.0'}], ['version', 'v20.20.0']]) Object.defineProperty(process, k, { value })";
    const bins = ["gateway", "compositor", "loop", "policy-reader", "policy-proposer", "policy-approver"];
    const runs = await Promise.all(
      bins.map(async (name) => {
        const client = bed.launch({}, { command: ["--import", pretend, bin(name)] });
        const { code } = await client.exited;
        return { name, code, lines: client.stderr.trim().split("\n").length, says: client.stderr.includes("22.18") };
      }),
    );
    expect(runs).toEqual(bins.map((name) => ({ name, code: 78, lines: 1, says: true })));
  });
});

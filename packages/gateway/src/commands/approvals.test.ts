import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SallyportBed } from "../testing/sallyport-bed.ts";
import { askPerson } from "../testing/waiting-call.ts";

const HOSTILE = "\u001b]0;x\u0007\u001b[2J\u009b31m\r\u202e\u2066\u200b\u{e0041}";

describe("sallyport approvals", { timeout: 30_000 }, () => {
  let bed: SallyportBed;
  beforeEach(() => {
    bed = new SallyportBed();
  });
  afterEach(() => bed[Symbol.dispose]());

  it("says that nothing waits, and whether there is such an agent", async () => {
    const nothing = (agent: string) => `nothing waits for a person (agent \`${agent}\`)`;
    const never = "it was never here, `sallyport agents list` has those that were";
    expect((await bed.run(["approvals", "list"])).stdout).toBe(`${nothing("default")}; ${never}\n`);
    await bed.run(["modes", "set", "ask-writes"]);
    expect(await bed.run(["approvals", "list"])).toEqual({ code: 0, stdout: `${nothing("default")}\n`, stderr: "" });
    expect((await bed.run(["approvals", "list", "--agent", "defualt"])).stdout).toContain(never);
  });

  it("approves once, and names who and when the second time", async () => {
    const id = await askPerson(bed.store, { path: "a" });
    const first = await bed.run(["approvals", "approve", id, "--comment", "as agreed"]);
    const second = await bed.run(["approvals", "approve", id]);
    expect(first.code).toBe(0);
    expect(first.stdout).toContain(`approved ${id}`);
    expect(second).toMatchObject({ code: 1, stdout: "" });
    expect(second.stderr).toMatch(/^sallyport: approval `.*` was decided by user:.* at \d{4}-.* and is approved\n$/);
  });

  it("denies, with a reason that the record keeps", async () => {
    const id = await askPerson(bed.store, { path: "a" });
    expect((await bed.run(["approvals", "deny", id, "--reason", "not here"])).code).toBe(0);
    const all = await bed.run(["approvals", "list", "--all", "--json"]);
    expect(JSON.parse(all.stdout)).toMatchObject([{ approval_id: id, state: "denied", comment: "not here" }]);
  });

  it("stops the agent with a no, where told so", async () => {
    await bed.run(["modes", "set", "ask-writes"]);
    const id = await askPerson(bed.store, { path: "a" });
    expect((await bed.run(["approvals", "deny", id, "--stop-agent", "--reason", "enough"])).stdout).toBe(
      `denied ${id}; agent \`default\` is stopped, \`sallyport agents resume default\` lets it go on\n`,
    );
    const [agent] = JSON.parse((await bed.run(["agents", "show", "default", "--json"])).stdout);
    expect(agent).toMatchObject({ aborted: { reason: expect.stringContaining("enough") } });
  });

  it("lists short ids, and takes them", async () => {
    const id = await askPerson(bed.store, { path: "a" });
    const other = await askPerson(bed.store, { path: "b" });
    const short = (whole: string) => whole.slice("approval-".length, "approval-".length + 8);
    const { stdout } = await bed.run(["approvals", "list"]);
    expect(stdout).not.toContain("approval-");
    expect(stdout.split("\n").map((line) => line.split(" ")[0])).toEqual(["ID", short(id), short(other), ""]);
    expect((await bed.run(["approvals", "show", short(id)])).stdout).toContain(`approval     ${id}\n`);
    expect((await bed.run(["approvals", "approve", short(id)])).stdout).toContain(`approved ${id}; `);
    expect((await bed.run(["approvals", "deny", short(other)])).stdout).toBe(`denied ${other}\n`);
    expect((await bed.run(["approvals", "approve", id.slice(0, -30)])).code).toBe(1);
    expect(JSON.parse((await bed.run(["approvals", "list", "--all", "--json"])).stdout)).toMatchObject([
      { approval_id: other, state: "denied" },
      { approval_id: id, state: "approved" },
    ]);
  });

  it("says that nothing runs now where the gateway that asked is gone", async () => {
    const id = await askPerson(bed.store, { path: "a" });
    const { stdout } = await bed.run(["approvals", "approve", id]);
    expect(stdout).toMatch(
      /^approved .*; its caller has gone, so nothing runs now: the identical call, repeated before /,
    );
  });

  it("exits 1 for an id nobody has, saying what to do", async () => {
    expect(await bed.run(["approvals", "show", "nope"])).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "sallyport: agent `default` has no approval `nope` (an id, or at least the first eight characters of it); see `sallyport approvals list --all`\n",
    });
  });

  it("does not show another agent's calls", async () => {
    const id = await askPerson(bed.store, { path: "a" });
    expect((await bed.run(["approvals", "show", id, "--agent", "other"])).code).toBe(1);
    expect((await bed.run(["approvals", "approve", id, "--agent", "other"])).code).toBe(1);
    expect((await bed.run(["approvals", "list", "--json", "--agent", "other"])).stdout).toBe("[]\n");
  });

  it("shows all arguments, why it was asked and how to decide", async () => {
    const text = "x".repeat(5000);
    const id = await askPerson(bed.store, { path: "a", text });
    const { stdout } = await bed.run(["approvals", "show", id]);
    expect(stdout).toContain(text);
    expect(stdout).toContain("policy says  it changes something");
    expect(stdout).toContain(`approve:  sallyport approvals approve ${id}`);
    expect(stdout).toContain(`deny:     sallyport approvals deny ${id} --reason '...'`);
  });

  it("N45 sends no control byte of an agent's to the terminal, in text or JSON", async () => {
    const id = await askPerson(bed.store, { text: HOSTILE, [HOSTILE]: 1 }, HOSTILE);
    const runs = [
      await bed.run(["approvals", "show", id]),
      await bed.run(["approvals", "show", id, "--json"]),
      await bed.run(["approvals", "list"]),
      await bed.run(["approvals", "show", HOSTILE]),
    ];
    expect(runs.map(({ stdout, stderr }) => /[^\n\P{Cc}]|\p{Cf}/u.test(stdout + stderr))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(JSON.parse(runs[1]?.stdout ?? "")).toMatchObject([{ arguments: { text: HOSTILE, [HOSTILE]: 1 } }]);
  });
});

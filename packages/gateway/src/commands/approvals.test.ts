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

  it("says that nothing waits", async () => {
    expect(await bed.run(["approvals", "list"])).toEqual({
      code: 0,
      stdout: "nothing waits for a person (agent `default`)\n",
      stderr: "",
    });
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

  it("exits 1 for an id nobody has, saying what to do", async () => {
    expect(await bed.run(["approvals", "show", "nope"])).toEqual({
      code: 1,
      stdout: "",
      stderr: "sallyport: agent `default` has no approval `nope`; see `sallyport approvals list --all`\n",
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

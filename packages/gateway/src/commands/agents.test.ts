import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SallyportBed } from "../testing/sallyport-bed.ts";
import { askPerson } from "../testing/waiting-call.ts";

describe("sallyport agents", { timeout: 60_000 }, () => {
  let bed: SallyportBed;
  beforeEach(() => {
    bed = new SallyportBed();
  });
  afterEach(() => bed[Symbol.dispose]());

  it("says that a store knows no agent", async () => {
    expect(await bed.run(["agents", "list"])).toEqual({
      code: 0,
      stdout: "this store knows no agent yet; an MCP client starts one, with `sallyport serve`\n",
      stderr: "",
    });
  });

  it("lists every agent, and shows one in full", async () => {
    await bed.run(["modes", "set", "ask-writes"]);
    await bed.run(["modes", "set", "read-only", "--agent", "other"]);
    await askPerson(bed.store, { path: "a" });
    const { stdout } = await bed.run(["agents", "list"]);
    expect(stdout.split("\n").map((line) => line.split(/ {2,}/).slice(0, 5))).toEqual([
      ["AGENT", "STATE", "POLICY", "WAITING", "TURNS"],
      ["default", "not served", "1 (ask-writes)", "1", "0"],
      ["other", "not served", "1 (read-only)", "0", "0"],
      [""],
    ]);
    expect(JSON.parse((await bed.run(["agents", "list", "--json"])).stdout)).toMatchObject([
      { agent: "default", pending_approvals: 1, aborted: null },
      { agent: "other", mode: "read-only" },
    ]);
    expect((await bed.run(["agents", "show", "other"])).stdout).toBe(
      [
        "agent      other",
        "state      not served",
        "policy     1 (read-only)",
        "waiting    0 calls",
        "turns      0",
        "served by  0 gateways",
        "",
      ].join("\n"),
    );
  });

  it("stops an agent, cancels what waits, and lets it go on", async () => {
    await bed.run(["modes", "set", "ask-writes"]);
    const id = await askPerson(bed.store, { path: "a" });
    const stop = await bed.run(["agents", "abort", "default", "--reason", "wrong folder"]);
    expect(stop).toMatchObject({ code: 0, stderr: "" });
    expect(stop.stdout).toContain("stopped agent `default`: every call is refused, what waited is cancelled; ");
    const again = await bed.run(["agents", "abort", "default", "--reason", "another reason"]);
    expect(again.stdout).toMatch(/^agent `default` was stopped before, at \S+Z by user:.*: wrong folder\n$/);
    expect((await bed.run(["agents", "list"])).stdout).toMatch(/^default +stopped .* wrong folder$/m);
    expect((await bed.run(["agents", "show", "default"])).stdout).toMatch(
      /^state +stopped at \S+Z by user:.*: wrong folder$/m,
    );
    expect((await bed.run(["approvals", "approve", id])).code).toBe(1);
    const doctor = await bed.run(["doctor"]);
    expect(doctor.stdout).toMatch(/^warn {2}agent {5}`default` is stopped since \S+Z by user:.*: wrong folder; /m);
    expect(doctor.stdout).toContain("-> `sallyport agents resume default`");

    expect((await bed.run(["agents", "resume", "default"])).stdout).toContain("agent `default` goes on");
    expect(JSON.parse((await bed.run(["agents", "show", "default", "--json"])).stdout)).toMatchObject([
      { agent: "default", aborted: null, pending_approvals: 0 },
    ]);
    expect((await bed.run(["doctor"])).stdout).not.toContain("is stopped");
  });

  it.each([
    [["agents", "show", "nobody"], 1, "this store knows no agent `nobody`; see `sallyport agents list`"],
    [["agents", "abort", "nobody"], 1, "`nobody`"],
    [["agents", "resume", "nobody"], 1, "`nobody`"],
    [["agents", "resume", "default"], 1, "`default`"],
    [["agents", "abort"], 2, "missing required argument 'id'"],
    [["agents", "chat"], 2, "unknown command 'chat'"],
  ])("answers %j with exit %i and one line", async (args, code, message) => {
    await bed.run(["modes", "set", "read-only"]);
    const run = await bed.run(args);
    expect(run).toMatchObject({ code, stdout: "" });
    expect(run.stderr.split("\n")).toEqual([expect.stringContaining(message), ""]);
  });
});

import type { MountRecord } from "@sallyport/contract/mounts";
import { type OpenStore, openStore } from "@sallyport/store";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ended, SallyportBed } from "../testing/sallyport-bed.ts";

describe("sallyport logs", { timeout: 60_000 }, () => {
  let bed: SallyportBed;
  let gate: OpenStore<"gate">;
  let mount: MountRecord;
  beforeEach(async () => {
    bed = new SallyportBed();
    gate = await openStore(bed.store, "gate");
    mount = {
      agent: "default",
      view: "agent",
      owner: await gate.instances.enter({ agent: "default", view: "agent" }),
      name: "files",
      origin: "configured",
      pinned: false,
      spec_digest: "digest",
      launch: null,
      state: { state: "failed", error: "it ended" },
      sandbox: "not confined",
      restarts: 1,
      since: "2026-01-01T00:00:00.000Z",
      stderr: ["starting", "no route \u001b[2J\u202eot\there"],
      stderr_lines: 2,
    };
    await gate.mounts.record(mount);
  });
  afterEach(async () => {
    await gate.close();
    bed[Symbol.dispose]();
  });

  it("N45 shows what a server wrote, with what is hidden in it visible", async () => {
    expect(await bed.run(["logs", "files"])).toEqual({
      code: 0,
      stdout: "starting\nno route ⟦U+001B⟧[2J⟦U+202E⟧ot⟦U+0009⟧here\n",
      stderr: "",
    });
    const { stdout } = await bed.run(["logs", "files", "--json"]);
    expect(stdout).not.toContain("\u202e");
    expect(JSON.parse(stdout)).toEqual(mount.stderr);
  });

  it("is what the list of mounts names for one that failed", async () => {
    expect((await bed.run(["mounts"])).stdout).toContain("\nfiles failed; what it wrote:  sallyport logs files\n");
    await gate.mounts.record({ ...mount, stderr: [], stderr_lines: 0 });
    expect((await bed.run(["mounts"])).stdout).not.toContain("sallyport logs");
    expect((await bed.run(["logs", "files"])).stdout).toBe("`files` has written nothing to stderr\n");
  });

  it.each([
    ["fils", "sallyport: there is no mount `fils`; did you mean `files`? see `sallyport mounts`\n"],
    ["zzz", "sallyport: there is no mount `zzz`; see `sallyport mounts`\n"],
  ])("does not know `%s`, and says so in one line", async (name, stderr) => {
    expect(await bed.run(["logs", name])).toEqual({ code: 1, stdout: "", stderr });
  });

  it("follows one server, each line once, through a flood and another start", async () => {
    const child = bed.start(["logs", "files", "--follow"]);
    const end = ended(child);
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: string) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk: string) => {
      stderr += chunk;
    });
    await vi.waitFor(() => expect(stdout).toContain("starting\n"), { timeout: 30_000 });
    const write = (written: Pick<MountRecord, "stderr" | "stderr_lines">) =>
      gate.mounts.recordStderr({ ...mount, ...written });
    await write({ stderr: ["same", "same"], stderr_lines: 4 });
    await vi.waitFor(() => expect(stdout).toMatch(/here\nsame\nsame\n$/), { timeout: 30_000 });
    await write({ stderr: ["same", "same"], stderr_lines: 5 });
    await vi.waitFor(() => expect(stdout).toMatch(/here\nsame\nsame\nsame\n$/), { timeout: 30_000 });
    await write({ stderr: ["late", "later"], stderr_lines: 47 });
    await vi.waitFor(() => expect(stdout).toMatch(/same\nlate\nlater\n$/), { timeout: 30_000 });
    expect(stderr).toBe("sallyport: 40 lines came too fast to be kept\n");
    await gate.mounts.record({ ...mount, stderr: ["anew"], stderr_lines: 1 });
    await vi.waitFor(() => expect(stdout).toMatch(/later\nanew\n$/), { timeout: 30_000 });
    child.kill("SIGINT");
    expect((await end).code).toBe(0);
  });
});

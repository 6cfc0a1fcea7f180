import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { PolicyEngine, PreparedPolicy } from "../engine.ts";
import type { Isolation } from "./evaluator-supply.ts";
import { openQuickjs } from "./quickjs-engine.ts";

const engines: PolicyEngine[] = [];
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
});

const SOURCE = `export default (call) => {
  if (call.name === "loop") for (;;);
  if (call.name === "stuck") for (let i = 0; i < 100; i += 1) (1n << 1000000n).toString();
  if (call.name === "hog") new Uint8Array(20e6).fill(1);
  if (call.name === "trap") eval("(".repeat(5000));
  return { decision: "allow", rationale: call.name };
};`;

async function opened(isolation: Isolation = "off") {
  const engine = openQuickjs({ isolation });
  engines.push(engine);
  const prepare = (source: string) => engine.prepare({ language: "javascript", source, digest: "d" });
  const decide = (prepared: PreparedPolicy, name: string, timeoutMs = 250) =>
    engine.decide(prepared, JSON.stringify({ name, arguments: {}, context: {} }), { timeoutMs });
  return { engine, prepare, decide };
}

const allowed = (name: string) => JSON.stringify({ decision: "allow", rationale: name });

/** Evaluator processes that this process started directly, with their resident memory in KiB. */
function evaluators(): { pid: number; residentKib: number }[] {
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      try {
        const status = readFileSync(`/proc/${entry}/status`, "utf8");
        const command = readFileSync(`/proc/${entry}/cmdline`, "utf8");
        if (!status.includes(`\nPPid:\t${process.pid}\n`) || !command.includes("evaluator.ts")) return [];
        return [{ pid: Number(entry), residentKib: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) }];
      } catch {
        return [];
      }
    });
}

describe("openQuickjs", { timeout: 30_000 }, () => {
  it("N22 lets other programs overtake one that hangs, and its own next decision is right", async () => {
    const { prepare, decide } = await opened();
    const [hanging, good] = [await prepare(SOURCE), await prepare(SOURCE)];
    await decide(good, "warm");
    const stuckIn = Math.min(...evaluators().map(({ pid }) => pid));
    const order: string[] = [];
    const note = (what: string) => () => {
      order.push(what);
    };
    const own = decide(hanging, "own").then(note("own"));
    const hung = decide(hanging, "stuck", 60_000).catch(note("hung"));
    const behind = decide(hanging, "behind").then(note("behind"));
    await Promise.all([decide(good, "a").then(note("a")), decide(good, "b").then(note("b")), own, behind]);
    expect([...order].sort()).toEqual(["a", "b", "behind", "own"]);
    process.kill(stuckIn, "SIGKILL");
    await hung;
    expect(order.at(-1)).toBe("hung");
    expect(await decide(hanging, "next")).toBe(allowed("next"));
  });

  it("a decision waiting behind many others is not late", async () => {
    const { prepare, decide } = await opened();
    const prepared = await prepare(SOURCE);
    const names = Array.from({ length: 20_000 }, (_, index) => `call-${index}`);
    expect(await Promise.all(names.map((name) => decide(prepared, name)))).toEqual(names.map(allowed));
  });

  it("N25 kill -9 of the evaluator fails the decision it runs, no other", async () => {
    const { prepare, decide } = await opened();
    const prepared = await prepare(SOURCE);
    await decide(prepared, "warm");
    const outcomes = Promise.allSettled([decide(prepared, "stuck", 60_000), decide(prepared, "after")]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    for (const { pid } of evaluators()) process.kill(pid, "SIGKILL");
    const [running, after] = await outcomes;
    expect(running).toMatchObject({ status: "rejected", reason: { kind: "unavailable" } });
    expect(after).toEqual({ status: "fulfilled", value: allowed("after") });
    expect(await decide(prepared, "next")).toBe(allowed("next"));
  });

  it("a decision that gets no processor is late, not refused; one that uses it up is stopped", async () => {
    const { prepare, decide } = await opened();
    const prepared = await prepare(SOURCE);
    await decide(prepared, "warm");
    const running = evaluators().map(({ pid }) => pid);
    for (const pid of running) process.kill(pid, "SIGSTOP");
    const starved = decide(prepared, "starved", 50);
    await new Promise((resolve) => setTimeout(resolve, 600));
    for (const pid of running) process.kill(pid, "SIGCONT");
    expect(await starved).toBe(allowed("starved"));
    await expect(decide(prepared, "stuck", 50)).rejects.toMatchObject({ kind: "timeout" });
  });

  it("N23 memory stays flat over hundreds of hostile rounds", async () => {
    const { prepare, decide } = await opened();
    const prepared = await prepare(SOURCE);
    const round = async () => {
      await decide(prepared, "hog").catch(() => undefined);
      await decide(prepared, "trap").catch(() => undefined);
      expect(await decide(prepared, "good")).toBe(allowed("good"));
    };
    for (let warm = 0; warm < 40; warm += 1) await round();
    const own = process.memoryUsage().rss;
    for (let more = 0; more < 120; more += 1) await round();
    expect(process.memoryUsage().rss - own).toBeLessThan(64 * 1024 * 1024);
    expect(Math.max(...evaluators().map(({ residentKib }) => residentKib))).toBeLessThan(512 * 1024);
  }, 60_000);

  it("refuses to start without bubblewrap where it is required, and says what to install", async () => {
    const engine = openQuickjs({ isolation: "require", searchPath: "" });
    engines.push(engine);
    const policy = { language: "javascript", source: SOURCE, digest: "d" } as const;
    await expect(engine.prepare(policy)).rejects.toMatchObject({
      kind: "unavailable",
      message: expect.stringContaining("bubblewrap"),
    });
    expect(await engine.health()).toMatchObject({
      ok: false,
      remedy: expect.stringContaining("apt-get install bubblewrap"),
    });
  });

  it("runs without bubblewrap where it is not installed, and health says so", async () => {
    const engine = openQuickjs({ searchPath: "" });
    engines.push(engine);
    expect(await engine.health()).toEqual({
      ok: true,
      detail: expect.stringContaining("without bubblewrap: `bwrap` is not installed"),
    });
  });

  it("finds out that bubblewrap does not work: goes without it, or refuses where it is required", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sallyport-bwrap-"));
    writeFileSync(join(folder, "bwrap"), "#!/bin/sh\necho 'bwrap: No permissions' >&2\nexit 1\n", { mode: 0o755 });
    const [auto, required] = (["auto", "require"] as const).map((isolation) =>
      openQuickjs({ isolation, searchPath: folder }),
    );
    if (auto === undefined || required === undefined) throw new Error("two engines were opened");
    engines.push(auto, required);
    const policy = { language: "javascript", source: SOURCE, digest: "d" } as const;
    const prepared = await auto.prepare(policy);
    const input = JSON.stringify({ name: "x", arguments: {}, context: {} });
    expect(await auto.decide(prepared, input, { timeoutMs: 250 })).toBe(allowed("x"));
    expect(await auto.health()).toEqual({ ok: true, detail: expect.stringContaining("bwrap: No permissions") });
    await expect(required.prepare(policy)).rejects.toMatchObject({ kind: "unavailable" });
    expect(await required.health()).toMatchObject({
      ok: false,
      detail: expect.stringContaining("bwrap: No permissions"),
    });
    rmSync(folder, { recursive: true });
  });

  it("a closed engine decides nothing", async () => {
    const { engine, prepare, decide } = await opened();
    const prepared = await prepare(SOURCE);
    await engine.close();
    await expect(decide(prepared, "x")).rejects.toMatchObject({ kind: "unavailable" });
  });
});

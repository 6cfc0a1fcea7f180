import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { WireError } from "@sallyport/contract/errors";
import type { AttachSpec } from "@sallyport/contract/mount-specs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { call, openBench, until } from "./fixtures/gate-bench.ts";

const TINY = fileURLToPath(new URL("./fixtures/tiny-child.sh", import.meta.url));
const SERVERS = 200;
/** Mounted at one time, about; and steps that are under way at one time. */
const MOUNTED = 24;
const AT_ONCE = 8;
const CALLERS = 8;

let bench: Awaited<ReturnType<typeof openBench>>;
beforeEach(async () => {
  bench = await openBench();
  bench.compositor.start();
});
afterEach(() => bench.close());

/** The same order every time, so that what fails fails again. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const tiny = (name: string): AttachSpec => ({ type: "stdio", command: "/bin/sh", args: [TINY], env: { NAME: name } });
const state = (name: string) => bench.compositor.snapshot().servers[name]?.state;
const attach = async (name: string) => {
  await bench.admin.wanted.attach({ agent: "default", name, spec: tiny(name), configured: null });
  await until(() => state(name) === "running");
};
const detach = async (name: string) => {
  await bench.admin.wanted.detach({ agent: "default", name, configured: null });
  await until(() => state(name) === undefined);
};

describe("servers that come and go", () => {
  it("lose no call and mix none up under load, and leave no process behind", { timeout: 120_000 }, async () => {
    const random = randomFrom(7);
    const client = await bench.connect();
    const live = new Set<string>();
    const pids = new Set<number>();
    const wrong: unknown[] = [];
    let answered = 0;
    let isOver = false;

    async function callWhoeverIsThere(): Promise<void> {
      // An unknown name is answered without leaving this turn of the event loop, in which nothing else would come up.
      await setImmediate();
      const name = [...live][random(live.size)] ?? "nobody";
      const answer = await call(client, `${name}_who`).catch((error: unknown) => error);
      if (answer instanceof WireError) {
        // Only one that was taken away meanwhile, or never was there, may answer with an error, and with one of these.
        if (live.has(name) || ![-32602, -32000, -32951].includes(answer.code)) wrong.push([name, answer]);
        return;
      }
      answered += 1;
      const { structuredContent: who } = answer as { structuredContent: { name: string; pid: number } };
      pids.add(who.pid);
      if (who.name !== name) wrong.push([name, who]);
    }
    async function keepCalling(): Promise<void> {
      while (!isOver) await callWhoeverIsThere();
    }
    async function step(name: string): Promise<void> {
      await attach(name);
      live.add(name);
      const going = [...live].filter((each) => each !== name)[random(MOUNTED)];
      if (going === undefined) return;
      live.delete(going);
      await detach(going);
    }

    const callers = Array.from({ length: CALLERS }, keepCalling);
    const names = Array.from({ length: SERVERS }, (_, index) => `server${index}`);
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let name = names.pop(); name !== undefined; name = names.pop()) await step(name);
      }),
    );
    const left = [...live];
    live.clear();
    await Promise.all(left.map(detach));
    isOver = true;
    await Promise.all(callers);

    expect(wrong).toEqual([]);
    expect(answered).toBeGreaterThan(SERVERS);
    expect(bench.compositor.snapshot().servers).toEqual({});
    expect((await client.request("tools/list")).tools).toEqual([]);
    await until(async () => (await bench.reader.mounts.list({})).length === 0);
    await until(() => [...pids].every((pid) => !isRunning(pid)));
  });

  it("are forgotten: nothing that was known of one stays in memory", { timeout: 60_000 }, async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const client = await bench.connect();
    await client.request("logging/setLevel", { level: "debug" });
    const specs: WeakRef<object>[] = [];
    for (const name of ["one", "two", "three"]) specs.push(await useAndTakeAway(name));
    await until(() => {
      collect();
      return specs.every((spec) => spec.deref() === undefined);
    });

    async function useAndTakeAway(name: string): Promise<WeakRef<object>> {
      const spec = bench.spec();
      await bench.compositor.mountServer(name, spec);
      await client.request("resources/list");
      await client.request("resources/subscribe", { uri: `note://${name}/one` });
      await call(client, `${name}_grow`, { name: "more" });
      await call(client, `${name}_change`, { name: "write" });
      const hanging = call(client, `${name}_hang`).catch(() => {});
      await call(client, `${name}_flood`, { method: "notifications/resources/updated", uri: "note://one", count: 500 });
      bench.verdict = "ask";
      const asked = call(client, `${name}_echo`).catch(() => {});
      await until(async () => (await bench.reader.approvals.pending({}))[0]);
      bench.verdict = "allow";
      await bench.compositor.unmountServer(name);
      await Promise.all([hanging, asked]);
      return new WeakRef(spec.spec);
    }
  });
});

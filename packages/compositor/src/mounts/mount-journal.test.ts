import type { ServedTable } from "@sallyport/mcp";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openBench, until } from "../fixtures/gate-bench.ts";

let bench: Awaited<ReturnType<typeof openBench>>;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const table: ServedTable = { info: { name: "loop", version: "0" }, tools: [] };
const tool = (name: string): ServedTable["tools"][number] => ({
  name,
  title: name,
  description: name,
  inputSchema: { type: "object" },
  outputSchema: { type: "object" },
  annotations: {},
  call: async () => ({}),
});

describe("MountJournal", () => {
  it("records how each server is launched, with its secrets masked", async () => {
    const { compositor } = bench;
    const command = {
      type: "stdio" as const,
      command: "no-such-program",
      args: ["s3cr3t-value"],
      env: { TOKEN: "s3cr3t-value" },
    };
    void compositor.mountServer("files", bench.spec({}, { spec: command }));
    compositor.mountInProcess("loop", table);
    await bench.connect();
    const mounts = await until(async () => {
      const listed = await bench.reader.mounts.list({});
      return listed.length === 2 ? listed : null;
    });
    expect(mounts.map(({ name, launch }) => ({ name, launch }))).toEqual([
      { name: "files", launch: { type: "stdio", command: "no-such-program", args: ["[masked]"], env: ["TOKEN"] } },
      { name: "loop", launch: null },
    ]);
  });

  it("records what a server writes to stderr, masked, and a flood of it in a few writes, each with something new", async () => {
    const { compositor, store, reader } = bench;
    const counts: number[] = [];
    const { recordStderr } = store.mounts;
    store.mounts.recordStderr = async (mount) => {
      counts.push(mount.stderr_lines);
      await recordStderr(mount);
    };
    const flood = 'for (let n = 1; n <= 5000; n += 1) console.error("\\u202ewith s3cr3t-value", n)';
    const source = `${flood}; process.stdin.resume()`;
    const env = { TOKEN: "s3cr3t-value" };
    const command = { type: "stdio" as const, command: process.execPath, args: ["-e", source], env };
    void compositor.mountServer("files", bench.spec({}, { spec: command }));
    compositor.start();
    await vi.waitFor(async () => expect(await reader.mounts.list({})).toMatchObject([{ stderr_lines: 5000 }]), {
      timeout: 30_000,
    });
    const [mount] = await reader.mounts.list({});
    const last = Array.from({ length: 100 }, (_, n) => `\u202ewith [masked] ${4901 + n}`);
    expect(mount).toMatchObject({ state: { state: "initializing" }, stderr: last });
    expect(counts.length).toBeLessThan(20);
    expect(counts).toEqual([...new Set(counts)]);
  });

  it("records with a failure what the server wrote before it", async () => {
    const source = 'require("node:fs").writeSync(2, "no route\\n"); process.exit(3)';
    const command = { type: "stdio" as const, command: process.execPath, args: ["-e", source], env: {} };
    await bench.connect();
    expect(await bench.compositor.mountServer("files", bench.spec({}, { spec: command }))).toMatchObject({
      state: "failed",
    });
    await vi.waitFor(async () =>
      expect(await bench.reader.mounts.list({})).toMatchObject([
        { state: { state: "failed" }, stderr: expect.arrayContaining(["no route"]) },
      ]),
    );
  });

  it("tells the timeline of the product's own servers only that one fails", async () => {
    const { compositor, reader } = bench;
    compositor.mountInProcess("loop", { ...table, tools: [tool("a_b")] });
    compositor.mountInProcess("loop_a", { ...table, tools: [tool("b")] });
    compositor.start();
    const mounts = await until(async () => {
      const listed = await reader.mounts.list({});
      return listed.length === 2 && listed.every(({ state }) => state.state !== "initializing") ? listed : null;
    });
    expect(mounts.map(({ name, state }) => `${name} ${state.state}`)).toEqual(["loop running", "loop_a failed"]);
    await compositor.close();
    const events = await reader.timeline.list({ limit: 200 });
    expect(events.filter(({ phase }) => phase === "mount")).toMatchObject([
      { action: "mount-failed", server: "loop_a", error: { message: expect.stringContaining("mount_conflict") } },
    ]);
  });
});

import { type AttachSpec, specDigest } from "@sallyport/contract/mount-specs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createCompositor } from "../compositor.ts";
import { call, connectClient, openBench, until } from "../fixtures/gate-bench.ts";
import type { MountSpec } from "../mount-spec.ts";

const WITHIN = { timeout: 20_000, interval: 20 };

let bench: Awaited<ReturnType<typeof openBench>>;
beforeEach(async () => {
  bench = await openBench();
  bench.compositor.start();
});
afterEach(() => bench.close());

/** The fixture as `attach_server` would take it. */
function fixture(env: Record<string, string> = {}): AttachSpec & { type: "stdio" } {
  const { spec } = bench.spec(env);
  if (spec.type !== "stdio") throw new Error("the fixture is a process");
  return { ...spec, args: [...spec.args], env: { ...spec.env } };
}
const configured = (name: string, rest: Partial<MountSpec> = {}): MountSpec => ({
  ...bench.spec({}, rest),
  name,
  digest: specDigest(fixture()),
});
const attach = (name: string, spec: AttachSpec = fixture(), digest: string | null = null) =>
  bench.admin.wanted.attach({ agent: "default", name, spec, configured: digest });
const detach = (name: string, digest: string | null = null) =>
  bench.admin.wanted.detach({ agent: "default", name, configured: digest });
const states = () =>
  Object.fromEntries(Object.entries(bench.compositor.snapshot().servers).map(([name, { state }]) => [name, state]));
const become = (wanted: Record<string, string>) => vi.waitFor(() => expect(states()).toEqual(wanted), WITHIN);

describe("what is attached and detached at run time", { timeout: 30_000 }, () => {
  it("is mounted with nothing but the gateway's own environment and its own, nobody vouching for it", async () => {
    await attach("fs");
    await become({ fs: "running" });
    const client = await bench.connect();
    expect((await call(client, "fs_env")).content).toEqual([{ type: "text", text: "COUNT_FILE,PATH" }]);
    await until(async () => (await bench.reader.mounts.list({}))[0]?.state.state === "running");
    expect(await bench.reader.mounts.list({})).toMatchObject([
      { name: "fs", view: "agent", origin: "attached", pinned: false, spec_digest: specDigest(fixture()) },
    ]);
    await detach("fs");
    await become({});
    await until(async () => (await bench.reader.mounts.list({})).length === 0);
  });

  it("stands through a configuration that is read again, and through a restart", async () => {
    await bench.compositor.reconfigure({ mounts: [configured("gone"), configured("kept")] });
    await attach("fs");
    await detach("gone", specDigest(fixture()));
    await become({ kept: "running", fs: "running" });
    await bench.compositor.reconfigure({ mounts: [configured("gone"), configured("kept")] });
    expect(states()).toEqual({ kept: "running", fs: "running" });
    await bench.compositor.close();
    const again = createCompositor(bench.powers);
    await again.reconfigure({ mounts: [configured("gone"), configured("kept")] });
    expect(Object.keys(again.snapshot().servers)).toEqual(["kept", "fs"]);
    const client = await connectClient(again);
    await call(client, "fs_echo");
    await again.close();
  });

  it("leaves alone what the configuration pins, and what is attached again with the same spec comes back", async () => {
    await bench.compositor.reconfigure({ mounts: [configured("pinned", { pinned: true }), configured("plain")] });
    await detach("pinned", specDigest(fixture()));
    await detach("plain", specDigest(fixture()));
    await become({ pinned: "running" });
    await attach("plain", fixture(), null);
    await become({ pinned: "running", plain: "running" });
    expect((await bench.reader.mounts.list({})).map(({ name, origin, pinned }) => [name, origin, pinned])).toEqual([
      ["pinned", "configured", true],
      ["plain", "configured", false],
    ]);
  });

  it("gives way to a configuration that has the name", async () => {
    await attach("fs", fixture({ INSTRUCTIONS: "attached" }));
    await become({ fs: "running" });
    await bench.compositor.reconfigure({ mounts: [configured("fs")] });
    await become({ fs: "running" });
    await until(async () => (await bench.reader.mounts.list({}))[0]?.origin === "configured");
  });

  it("takes a name that the configuration keeps for a person alone, as if nothing had it", async () => {
    await bench.compositor.reconfigure({ mounts: [configured("fs", { visibleTo: ["human"] })] });
    await attach("fs");
    await become({ fs: "running" });
  });

  it("fails alone where one wish is bad, and is tried again when it is wished again", async () => {
    await attach("itself", { type: "stdio", command: "sallyport", args: ["serve"], env: {} });
    await attach("missing", { type: "stdio", command: "/no/such/command", args: [], env: {} });
    await attach("good");
    await become({ good: "running", itself: "failed", missing: "failed" });
    expect(bench.compositor.snapshot().servers.itself).toMatchObject({
      error: expect.stringContaining("Sallyport itself"),
    });
    const { since } = bench.compositor.snapshot().servers.missing ?? {};
    await new Promise((resolve) => setTimeout(resolve, 5));
    await attach("missing", { type: "stdio", command: "/no/such/command", args: [], env: {} });
    await until(() => bench.compositor.snapshot().servers.missing?.since !== since);
    await become({ good: "running", itself: "failed", missing: "failed" });
  });

  it("ends what is under way: calls with an error, questions as cancelled, also one that is only now put", async () => {
    await attach("fs");
    await become({ fs: "running" });
    const client = await bench.connect();
    const hanging = call(client, "fs_hang").catch((error: unknown) => error);
    await until(() => bench.calls().includes("hang"));
    bench.verdict = "ask";
    const waiting = call(client, "fs_write").catch((error: unknown) => error);
    await until(async () => (await bench.reader.approvals.pending({})).length === 1);
    const { ask } = bench.store.approvals;
    bench.store.approvals.ask = async (request) => {
      await detach("fs");
      await until(() => !("fs" in states()));
      return ask(request);
    };
    const late = call(client, "fs_write", { late: true }).catch((error: unknown) => error);
    expect(await hanging).toMatchObject({ code: -32000, data: { server: "fs" } });
    expect(await waiting).toMatchObject({ code: -32951, data: { reason: expect.stringContaining("cancelled") } });
    expect(await late).toMatchObject({ code: -32951, data: { reason: expect.stringContaining("cancelled") } });
    expect(await bench.reader.approvals.pending({})).toEqual([]);
    expect(bench.calls()).toEqual(["hang"]);
  });
});

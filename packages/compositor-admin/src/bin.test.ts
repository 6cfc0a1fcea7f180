import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Child, connectChild } from "@sallyport/mcp";
import { openStore } from "@sallyport/store";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answer, fault, launch } from "./testing/admin-door.ts";
import { MountActor } from "./testing/mount-actor.ts";

const bin = fileURLToPath(new URL("./bin.ts", import.meta.url));

let folder: string;
let url: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sallyport-"));
  url = `sqlite:${join(folder, "store.db")}`;
});
afterEach(() => rm(folder, { recursive: true }));

const start = (agent: string) =>
  connectChild(
    {
      type: "stdio",
      command: process.execPath,
      args: ["--conditions=@sallyport/source", bin, "--store", url, "--agent", agent],
      env: { PATH: process.env.PATH ?? "" },
    },
    { info: { name: "test", version: "0" }, capabilities: {} },
  );
const attach = (child: Child, name: string, spec: object) =>
  child.request("tools/call", { name: "attach_server", arguments: { name, spec } });
const detach = (child: Child, name: string) =>
  child.request("tools/call", { name: "detach_server", arguments: { name } });

describe("sallyport-compositor-admin", () => {
  it("records wishes on a store that is not there yet, and is gone when its stdin ends", async () => {
    const child = await start("builder");
    expect(await attach(child, "files", launch("server"))).toMatchObject(answer({ ok: true, state: "recorded" }));
    await child.close();
    expect(await child.closed).toMatchObject({ reason: "closed_by_us", exitCode: 0 });
    const admin = await openStore(url, "admin");
    expect(await admin.wanted.wanted("builder")).toMatchObject([{ name: "files", spec: launch("server") }]);
    expect(await admin.wanted.wanted("default")).toEqual([]);
    await admin.close();
  }, 30_000);

  it("waits for a compositor in another process, and for no other agent's", async () => {
    const gate = await openStore(url, "gate");
    const compositor = new MountActor(gate, "builder");
    await compositor.start();
    const [builder, other] = await Promise.all([start("builder"), start("other")]);
    expect(await attach(builder, "files", launch("server"))).toMatchObject(answer({ ok: true, state: "running" }));
    expect(await attach(builder, "broken", launch("fails"))).toMatchObject(fault("mount_failed"));
    expect(await attach(other, "files", launch("more"))).toMatchObject(answer({ ok: true, state: "recorded" }));
    expect(compositor.mounted()).toEqual(["broken attached failed", "files attached running"]);
    expect(await detach(builder, "files")).toMatchObject(answer({ ok: true, state: "gone" }));
    expect(compositor.mounted()).toEqual(["broken attached failed"]);
    await Promise.all([builder.close(), other.close()]);
    await compositor.stop();
    await gate.close();
  }, 60_000);

  it("lets one of two processes have a name", async () => {
    const gate = await openStore(url, "gate");
    const compositor = new MountActor(gate, "builder");
    await compositor.start();
    const [first, second] = await Promise.all([start("builder"), start("builder")]);
    const answers = await Promise.all([
      attach(first, "files", launch("one")),
      attach(second, "files", launch("another")),
    ]);
    const codes = answers.map(({ isError }) => isError === true).sort();
    expect(codes).toEqual([false, true]);
    expect(answers).toContainEqual(expect.objectContaining(answer({ ok: true, state: "running" })));
    expect(answers.find(({ isError }) => isError)).toMatchObject(fault("already_mounted"));
    expect(compositor.mounted()).toEqual(["files attached running"]);
    await Promise.all([first.close(), second.close()]);
    await compositor.stop();
    await gate.close();
  }, 60_000);
});

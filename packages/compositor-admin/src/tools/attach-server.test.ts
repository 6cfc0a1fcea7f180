import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type AdminDoor, answer, fault, launch, openAdminDoor } from "../testing/admin-door.ts";

let door: AdminDoor;
beforeEach(async () => {
  door = await openAdminDoor();
});
afterEach(() => door.close());

const RUNNING = answer({ ok: true, state: "running" });

describe("attach_server", () => {
  it("answers when the server runs, and the wish is kept whole", async () => {
    const compositor = await door.startCompositor();
    const spec = { type: "stdio", command: "npx", args: ["-y", "server"], env: { TOKEN: "secret" }, cwd: "/srv" };
    expect(await door.attach("files", spec)).toMatchObject(RUNNING);
    expect(await door.wanted()).toEqual([{ name: "files", spec }]);
    expect(compositor.mounted()).toEqual(["files attached running"]);
  });

  it("attaches a server by its URL", async () => {
    await door.startCompositor();
    const spec = { type: "http", url: "https://example.com/mcp", headers: { Authorization: "Bearer secret" } };
    expect(await door.attach("remote", spec)).toMatchObject(RUNNING);
  });

  it("answers with the error of a server that fails, whose wish stays until it is detached", async () => {
    await door.startCompositor();
    const failed = await door.attach("files", launch("fails"));
    expect(failed).toMatchObject(fault("mount_failed", { server: "files", error: "spawn fails ENOENT" }));
    expect(failed.content).toMatchObject([{ text: expect.stringMatching(/spawn fails ENOENT.*`detach_server`/) }]);
    expect(await door.wanted()).toEqual([{ name: "files", spec: launch("fails") }]);
    expect(await door.detach("files")).toMatchObject(answer({ ok: true, state: "gone" }));
    expect(await door.wanted()).toEqual([]);
  });

  it("tries a failed one again, and answers with what became of that", async () => {
    const compositor = await door.startCompositor();
    await door.attach("files", launch("fails"));
    expect(await door.attach("files", launch("fails"))).toMatchObject(fault("mount_failed"));
    expect(compositor.mounted()).toEqual(["files attached failed"]);
  });

  it("is content where one of two compositors has the server running, though the other has failed to start it", async () => {
    const slow = Promise.withResolvers<boolean>();
    const unable = await door.startCompositor([], Promise.resolve(false));
    await door.startCompositor([], slow.promise);
    const attaching = door.attach("files", launch("server"));
    await vi.waitFor(() => expect(unable.mounted()).toEqual(["files attached failed"]));
    slow.resolve(true);
    expect(await attaching).toMatchObject(RUNNING);
  });

  it("says that a server failed where none of two compositors can start it", async () => {
    await door.startCompositor();
    await door.startCompositor();
    expect(await door.attach("files", launch("fails"))).toMatchObject(fault("mount_failed"));
  });

  it("records the wish where no compositor of the agent runs, and the next one mounts it", async () => {
    expect(await door.attach("files", launch("server"))).toMatchObject(answer({ ok: true, state: "recorded" }));
    const compositor = await door.startCompositor();
    expect(compositor.mounted()).toEqual(["files attached running"]);
    expect(await door.attach("files", launch("server"))).toMatchObject(RUNNING);
  });

  it("is fine with the same name and the same spec, however it is written", async () => {
    await door.startCompositor();
    await door.attach("my_files", launch("server"));
    expect(await door.attach("my_files", { type: "stdio", command: "server" })).toMatchObject(RUNNING);
    expect(await door.attach("my-files", launch("server"))).toMatchObject(RUNNING);
    expect(await door.wanted()).toEqual([{ name: "my_files", spec: launch("server") }]);
  });

  it("N02 refuses another spec under a name that is attached, in any spelling", async () => {
    await door.startCompositor();
    await door.attach("my_files", launch("server"));
    const others = [launch("server", "more"), { ...launch("server"), env: { A: "1" } }, launch("other")];
    expect(await door.attach("my_files", others[0] ?? {})).toMatchObject(fault("already_mounted"));
    expect(await door.attach("my_files", others[1] ?? {})).toMatchObject(fault("already_mounted"));
    expect(await door.attach("my-files", others[2] ?? {})).toMatchObject(fault("already_mounted"));
    expect(await door.wanted()).toEqual([{ name: "my_files", spec: launch("server") }]);
  });

  it("N02 refuses another spec under a name of the configuration, and writes nothing for the same", async () => {
    const compositor = await door.startCompositor([{ name: "my_files", spec: launch("server") }]);
    expect(await door.attach("my-files", launch("other"))).toMatchObject(fault("already_mounted"));
    expect(await door.attach("my_files", launch("server"))).toMatchObject(RUNNING);
    expect(await door.wanted()).toEqual([]);
    expect(compositor.mounted()).toEqual(["my_files configured running"]);
  });

  it("brings back a configured server that was detached, and takes no other under its name", async () => {
    const compositor = await door.startCompositor([{ name: "files", spec: launch("server") }]);
    await door.detach("files");
    expect(compositor.mounted()).toEqual([]);
    expect(await door.attach("files", launch("other"))).toMatchObject(fault("already_mounted"));
    expect(await door.attach("files", launch("server"))).toMatchObject(RUNNING);
    expect(compositor.mounted()).toEqual(["files configured running"]);
  });

  it("mounts at the first attach what was detached and is in no configuration any more", async () => {
    const before = await door.startCompositor([{ name: "files", spec: launch("server") }]);
    await door.detach("files");
    await before.stop();
    const compositor = await door.startCompositor();
    expect(await door.attach("files", launch("server"))).toMatchObject(RUNNING);
    expect(compositor.mounted()).toEqual(["files attached running"]);
  });

  it("says so where the configuration turns out to have another server of that name", async () => {
    await door.attach("files", launch("mine"));
    await door.startCompositor([{ name: "files", spec: launch("configured") }]);
    expect(await door.attach("files", launch("mine"))).toMatchObject(fault("already_mounted"));
  });

  it.each(["loop", "policy_approver", "policy-approver", "compositor_admin", "chat_human", "agents"])(
    "N05 refuses the product's own name `%s`",
    async (name) => {
      expect(await door.attach(name, launch("server"))).toMatchObject(fault("forbidden"));
      expect(await door.wanted()).toEqual([]);
    },
  );

  it.each(["", "Files", "a b", "-a", "1a", "__proto__", "ѕrv", "a".repeat(33), "a\n"])(
    "N02 refuses `%s`, which is no name of a mount",
    async (name) => {
      expect(await door.attach(name, launch("server"))).toMatchObject(fault("invalid_input"));
    },
  );

  it("gives up on a server that neither runs nor fails, and says what to do", async () => {
    const quick = await openAdminDoor({ waitMs: 20 });
    await quick.startCompositor();
    const given = await quick.attach("files", launch("hangs"));
    expect(given).toMatchObject(fault("unavailable", { server: "files" }));
    expect(given.content).toMatchObject([
      { text: expect.stringMatching(/compositor:\/\/state\/files.*`detach_server`/) },
    ]);
    expect(await quick.wanted()).toHaveLength(1);
    await quick.close();
  });

  it("does not wait on when its caller has gone", async () => {
    await door.startCompositor();
    const abort = new AbortController();
    const calling = door.attach("files", launch("hangs"), { signal: abort.signal }).catch((error) => error);
    await vi.waitFor(() => expect(door.waiting()).toBe(1));
    abort.abort(new Error("enough"));
    expect(await calling).toMatchObject({ message: "enough" });
    await vi.waitFor(() => expect(door.waiting()).toBe(0));
    expect(await door.detach("files")).toMatchObject(answer({ ok: true, state: "gone" }));
  });

  it("refuses the five hundred and first", async () => {
    for (const n of Array.from({ length: 500 }).keys()) await door.attach(`server-${n}`, launch("server"));
    expect(await door.attach("one-more", launch("server"))).toMatchObject(fault("too_many"));
    expect(await door.attach("server-7", launch("server"))).toMatchObject(answer({ ok: true, state: "recorded" }));
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AdminDoor, answer, fault, launch, openAdminDoor } from "../testing/admin-door.ts";

let door: AdminDoor;
beforeEach(async () => {
  door = await openAdminDoor();
});
afterEach(() => door.close());

const GONE = answer({ ok: true, state: "gone" });

describe("detach_server", () => {
  it("answers when the compositor has let go", async () => {
    const compositor = await door.startCompositor();
    await door.attach("my_files", launch("server"));
    expect(await door.detach("my-files")).toMatchObject(GONE);
    expect(compositor.mounted()).toEqual([]);
    expect(await door.wanted()).toEqual([]);
  });

  it("takes a configured server away for good", async () => {
    const configured = [{ name: "files", spec: launch("server") }];
    const first = await door.startCompositor(configured);
    expect(await door.detach("files")).toMatchObject(GONE);
    expect(first.mounted()).toEqual([]);
    await first.stop();
    const second = await door.startCompositor(configured);
    expect(second.mounted()).toEqual([]);
    expect(await door.detach("files")).toMatchObject(GONE);
    expect(await door.wanted()).toEqual([{ name: "files", spec: null }]);
  });

  it("is fine with a name that nothing has, and writes nothing", async () => {
    expect(await door.detach("nothing")).toMatchObject(answer({ ok: true, state: "recorded" }));
    await door.startCompositor();
    expect(await door.detach("nothing")).toMatchObject(GONE);
    expect(await door.wanted()).toEqual([]);
  });

  it("ends a wish that nobody makes come true just now", async () => {
    await door.attach("files", launch("server"));
    expect(await door.detach("files")).toMatchObject(answer({ ok: true, state: "recorded" }));
    expect((await door.startCompositor()).mounted()).toEqual([]);
  });

  it("refuses a pinned server, which stays", async () => {
    const compositor = await door.startCompositor([{ name: "files", spec: launch("server"), pinned: true }]);
    expect(await door.detach("files")).toMatchObject(fault("forbidden"));
    expect(compositor.mounted()).toEqual(["files configured running"]);
    expect(await door.wanted()).toEqual([]);
  });

  it.each(["loop", "policy-reader", "compositor_admin"])("refuses the product's own `%s`", async (name) => {
    expect(await door.detach(name)).toMatchObject(fault("forbidden"));
  });

  it("gives up on a compositor that does not let go", async () => {
    const quick = await openAdminDoor({ waitMs: 20 });
    const compositor = await quick.startCompositor();
    await quick.attach("files", launch("server"));
    await compositor.stop();
    expect(await quick.detach("files")).toMatchObject(fault("unavailable", { server: "files" }));
    expect(await quick.wanted()).toEqual([]);
    await quick.close();
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fault, openResourcesDoor, type ResourcesDoor } from "../testing/resources-door.ts";

const A = { server: "files", uri: "file:///a" };
const B = { server: "files", uri: "file:///b" };

let door: ResourcesDoor;
beforeEach(async () => {
  door = await openResourcesDoor({ pinned: [{ server: "files", uri: "file:///pinned" }] });
  await door.view.put("notes", { resources: { "note://a": [] } });
});
afterEach(() => door.close());

const uris = async () => (await door.page()).subscriptions.map(({ uri }) => uri);

describe("save_preset and apply_preset", () => {
  it("bring back what was subscribed to, end the rest, and leave what is pinned", async () => {
    await door.call("subscribe", A);
    await door.call("subscribe_list_changes", { server: "files" });
    expect((await door.call("save_preset", { name: "work" })).structuredContent).toEqual({
      ok: true,
      subscriptions: 1,
      list_subscriptions: 1,
    });
    await door.call("unsubscribe", A);
    await door.call("unsubscribe_list_changes", { server: "files" });
    await door.call("subscribe", B);
    await door.call("subscribe_list_changes", { server: "notes" });

    expect((await door.call("apply_preset", { name: "work" })).structuredContent).toEqual({
      ok: true,
      added: 2,
      removed: 2,
    });
    expect(await uris()).toEqual(["file:///pinned", "file:///a"]);
    expect(await door.page()).toMatchObject({ list_subscriptions: [{ server: "files" }] });
    await vi.waitFor(() =>
      expect([...door.view.subscribed].sort()).toEqual(["file://files//a", "file://files//pinned"]),
    );
  });

  it("changes nothing the second time", async () => {
    await door.call("subscribe", A);
    await door.call("save_preset", { name: "work" });
    expect((await door.call("apply_preset", { name: "work" })).structuredContent).toEqual({
      ok: true,
      added: 0,
      removed: 0,
    });
  });

  it("replaces a preset of the same name", async () => {
    await door.call("subscribe", A);
    await door.call("save_preset", { name: "work" });
    await door.call("unsubscribe", A);
    await door.call("save_preset", { name: "work" });
    await door.call("subscribe", B);
    expect((await door.call("apply_preset", { name: "work" })).structuredContent).toMatchObject({
      added: 0,
      removed: 1,
    });
  });

  it("says that there is no such preset, and takes no odd name", async () => {
    expect(await door.call("apply_preset", { name: "none" })).toMatchObject(fault("not_found", { name: "none" }));
    expect(await door.call("save_preset", { name: "../x" })).toMatchObject(fault("invalid_input"));
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fault, openResourcesDoor, PAGE, type ResourcesDoor } from "../testing/resources-door.ts";

const TOLD = { method: "notifications/resources/updated", params: { uri: PAGE } };
const LIST_CHANGED = { method: "notifications/resources/list_changed", params: {} };

let door: ResourcesDoor;
beforeEach(async () => {
  door = await openResourcesDoor();
  await door.call("subscribe_list_changes", { server: "files" });
  await vi.waitFor(async () => expect((await door.page()).list_subscriptions).toMatchObject([{ active: true }]));
  await door.child.request("resources/subscribe", { uri: PAGE });
});
afterEach(() => door.close());

const selection = async () => (await door.page()).list_subscriptions[0];
const listing = (...uris: string[]) => ({ resources: Object.fromEntries(uris.map((uri) => [uri, []])) });

describe("subscribe_list_changes", () => {
  it("shows when the resources of the server came or went, and tells that the page did", async () => {
    expect(await selection()).toEqual({ server: "files", present: true, active: true, last_changed_at: null });
    door.view.servers.set("files", listing("file:///a", "file:///new"));
    await door.view.tell("notifications/resources/list_changed");
    await vi.waitFor(async () => expect((await selection())?.last_changed_at).not.toBeNull());
    await vi.waitFor(() => expect(door.heard).toContainEqual(TOLD));
    expect(door.heard).not.toContainEqual(LIST_CHANGED);
  });

  it("is not moved by another server's list, nor by one that is the same", async () => {
    door.view.servers.set("notes", listing("note://a"));
    await door.view.tell("notifications/resources/list_changed");
    await vi.waitFor(() =>
      expect(door.view.asked.filter((asked) => asked === "resources/list").length).toBeGreaterThan(2),
    );
    expect(await selection()).toMatchObject({ last_changed_at: null });
  });

  it("shows that the server is gone and that it is back", async () => {
    await door.view.put("files", { ...listing(), down: "it died" });
    await vi.waitFor(async () => expect(await selection()).toMatchObject({ present: false, active: false }));
    await door.view.put("files", listing("file:///a", "file:///b"));
    await vi.waitFor(async () => expect(await selection()).toMatchObject({ active: true, last_changed_at: null }));
  });

  it("tells a client outside of the view that a list changed", async () => {
    const outside = await door.serve({ relaysUpdates: true });
    await vi.waitFor(async () => expect((await outside.page()).list_subscriptions).toMatchObject([{ active: true }]));
    door.view.servers.set("files", listing());
    await door.view.tell("notifications/resources/list_changed");
    await vi.waitFor(() => expect(outside.heard).toContainEqual(LIST_CHANGED));
  });

  it("refuses a server that is not there, and keeps nothing", async () => {
    expect(await door.call("subscribe_list_changes", { server: "nobody" })).toMatchObject(fault("not_found"));
    expect((await door.page()).list_subscriptions).toHaveLength(1);
  });
});

describe("unsubscribe_list_changes", () => {
  it("ends it, once", async () => {
    expect((await door.call("unsubscribe_list_changes", { server: "files" })).structuredContent).toEqual({ ok: true });
    expect((await door.page()).list_subscriptions).toEqual([]);
    expect(await door.call("unsubscribe_list_changes", { server: "files" })).toMatchObject(
      fault("not_found", { server: "files" }),
    );
  });
});

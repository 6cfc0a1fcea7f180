import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openResourcesDoor, PAGE, type ResourcesDoor } from "./testing/resources-door.ts";

let door: ResourcesDoor;
beforeEach(async () => {
  door = await openResourcesDoor();
});
afterEach(() => door.close());

describe("createResources", () => {
  it("has eleven tools and one page", async () => {
    const { tools } = await door.child.request("tools/list");
    expect((tools as { name: string }[]).map(({ name }) => name)).toEqual([
      "list",
      "list_templates",
      "read",
      "read_blocks",
      "subscribe",
      "unsubscribe",
      "subscribe_list_changes",
      "unsubscribe_list_changes",
      "list_subscriptions",
      "save_preset",
      "apply_preset",
    ]);
    expect(await door.child.request("resources/list")).toMatchObject({ resources: [{ uri: PAGE }] });
  });

  it("lists, reads and subscribes through the view", async () => {
    expect((await door.call("list")).structuredContent).toMatchObject({
      resources: [
        { server: "files", uri: "file:///a" },
        { server: "files", uri: "file:///b" },
      ],
    });
    expect((await door.call("read", { server: "files", uri: "file:///a" })).structuredContent).toMatchObject({
      parts: [{ text: "a" }],
    });
    expect((await door.call("subscribe", { server: "files", uri: "file:///a" })).structuredContent).toEqual({
      ok: true,
      active: true,
      last_error: null,
    });
    expect([...door.view.subscribed]).toEqual(["file://files//a"]);
  });
});

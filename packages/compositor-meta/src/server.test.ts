import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MetaDoor, openMetaDoor } from "./testing/meta-door.ts";

let door: MetaDoor;
beforeEach(async () => {
  door = await openMetaDoor();
});
afterEach(() => door.close());

describe("createCompositorMeta", () => {
  it("has resources that can be followed, and no tools", async () => {
    const child = await door.connect("agent");
    expect(child.initialize).toMatchObject({
      serverInfo: { name: "sallyport-compositor-meta" },
      capabilities: { resources: { subscribe: true, listChanged: true } },
    });
    expect(child.initialize.capabilities).not.toHaveProperty("tools");
    await expect(child.request("tools/list")).rejects.toMatchObject({ code: -32601 });
  });

  it("has no index and no templates: the list is how servers are found", async () => {
    const child = await door.connect("human");
    expect(await child.request("resources/templates/list")).toEqual({ resourceTemplates: [] });
    await expect(child.request("resources/read", { uri: "compositor://state/" })).rejects.toMatchObject({
      code: -32002,
    });
  });
});

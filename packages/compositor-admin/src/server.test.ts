import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AdminDoor, openAdminDoor } from "./testing/admin-door.ts";

let door: AdminDoor;
beforeEach(async () => {
  door = await openAdminDoor();
});
afterEach(() => door.close());

describe("createCompositorAdmin", () => {
  it("has two tools and no resources", async () => {
    const { tools } = await door.child.request("tools/list");
    expect((tools as { name: string }[]).map(({ name }) => name)).toEqual(["attach_server", "detach_server"]);
    expect(door.child.initialize).toMatchObject({ serverInfo: { name: "sallyport-compositor-admin" } });
    expect(door.child.initialize.capabilities).toEqual({ tools: {} });
  });
});

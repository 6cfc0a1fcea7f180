import { expect, it } from "vitest";
import { announceDoor, findDoor } from "./door-file.ts";
import { DoorBed } from "./testing/door-bed.ts";

it("says where a door is until it closes, and never takes back what a later door said", async () => {
  await using bed = new DoorBed();
  const door = { url: "http://127.0.0.1:7410/mcp", pid: 7, instance: "first" };
  expect(findDoor(bed.folder, "default")).toBeNull();
  const takeBack = announceDoor(bed.folder, "default", door);
  expect(findDoor(bed.folder, "default")).toEqual(door);
  const takeBackLater = announceDoor(bed.folder, "default", { ...door, instance: "second" });
  takeBack();
  expect(findDoor(bed.folder, "default")?.instance).toBe("second");
  takeBackLater();
  expect(findDoor(bed.folder, "default")).toBeNull();
});

import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { announceDoor, findDoors, findOpenDoors } from "./door-file.ts";
import { DoorBed } from "./testing/door-bed.ts";

const dead = {
  url: "http://127.0.0.1:7410/mcp",
  page: "http://sallyport-0123456789ab.localhost:7410/",
  pid: 7,
  instance: randomUUID(),
  opened_at: "2026-11-20T12:00:00.000Z",
};

it("knows every door of an agent until it closes, the latest first", async () => {
  await using bed = new DoorBed();
  expect(findDoors(bed.folder, "default")).toEqual([]);
  const later = { ...dead, instance: randomUUID(), opened_at: "2026-11-20T12:00:01.000Z" };
  const takeBack = announceDoor(bed.folder, "default", dead);
  const takeBackLater = announceDoor(bed.folder, "default", later);
  expect(findDoors(bed.folder, "default")).toEqual([later, dead]);
  expect(findDoors(bed.folder, "another")).toEqual([]);
  takeBackLater();
  expect(findDoors(bed.folder, "default")).toEqual([dead]);
  takeBack();
  expect(findDoors(bed.folder, "default")).toEqual([]);
});

it("is not kept from a door by what a power cut left of another's file", async () => {
  await using bed = new DoorBed();
  announceDoor(bed.folder, "default", dead);
  writeFileSync(join(bed.folder, "doors", "default", `${randomUUID()}.json`), '{"url": "http', { mode: 0o600 });
  expect(findDoors(bed.folder, "default")).toEqual([dead]);
});

it("forgets a door that died without a word", async () => {
  await using bed = new DoorBed();
  const [gone, stays] = [await bed.open(), await bed.open()];
  await gone.close();
  const open = { ...dead, pid: process.pid, url: stays.url, instance: stays.instance };
  announceDoor(bed.folder, "default", { ...open, url: gone.url, instance: gone.instance });
  announceDoor(bed.folder, "default", open);
  expect(await findOpenDoors(bed.folder, "default")).toEqual([open]);
  expect(findDoors(bed.folder, "default")).toEqual([open]);
});

it("does not take whoever has the port of a dead gateway for its door", async () => {
  await using bed = new DoorBed();
  const somebody = await bed.open();
  const { pid } = spawnSync(process.execPath, ["--version"]);
  announceDoor(bed.folder, "default", { ...dead, pid, url: somebody.url });
  expect(await findOpenDoors(bed.folder, "default")).toEqual([]);
});

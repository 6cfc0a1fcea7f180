import { rmSync } from "node:fs";
import { join } from "node:path";
import { agentId } from "@sallyport/contract/principals";
import { z } from "zod";
import { privateFolder, readPrivateFile, writePrivateFile } from "./credentials/private-files.ts";

/** Where an agent's door stands open, for other commands of the same user. */
const announcement = z.object({
  url: z.url(),
  pid: z.int().positive(),
  instance: z.string(),
});
export type DoorAnnouncement = z.infer<typeof announcement>;

/** Says where a door is; the function it answers takes that back, unless a later door has said so since. */
export function announceDoor(folder: string, agent: string, door: DoorAnnouncement): () => void {
  const path = doorPath(folder, agent);
  writePrivateFile(path, JSON.stringify(door));
  return () => {
    if (findDoor(folder, agent)?.instance === door.instance) rmSync(path, { force: true });
  };
}

/** Null where no door was announced. One that was may have died without a word: try it. */
export function findDoor(folder: string, agent: string): DoorAnnouncement | null {
  const text = readPrivateFile(doorPath(folder, agent));
  return text === null ? null : announcement.parse(JSON.parse(text));
}

function doorPath(folder: string, agent: string): string {
  return join(privateFolder(join(folder, "doors")), `${agentId.parse(agent)}.json`);
}

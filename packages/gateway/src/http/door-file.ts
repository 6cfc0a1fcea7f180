import { rmSync } from "node:fs";
import { join } from "node:path";
import { agentId } from "@sallyport/contract/principals";
import { z } from "zod";
import { privateFolder, readPrivateFiles, writePrivateFile } from "./credentials/private-files.ts";

/** Where a door of an agent stands open, for other commands of the same user. */
const announcement = z.object({
  url: z.url(),
  page: z.url(),
  pid: z.int().positive(),
  instance: z.uuid(),
  opened_at: z.iso.datetime(),
});
export type DoorAnnouncement = z.infer<typeof announcement>;

/** Says where a door is; the function it answers takes that back. One agent may have several doors, a file each. */
export function announceDoor(folder: string, agent: string, door: DoorAnnouncement): () => void {
  const path = join(privateFolder(doorsOf(folder, agent)), `${door.instance}.json`);
  writePrivateFile(path, JSON.stringify(door));
  return () => rmSync(path, { force: true });
}

/** Every door of an agent that was announced, the latest first. One may have died without a word: try it. */
export function findDoors(folder: string, agent: string): DoorAnnouncement[] {
  return readPrivateFiles(privateFolder(doorsOf(folder, agent)), announcement)
    .map(({ value }) => value)
    .sort((left, right) => right.opened_at.localeCompare(left.opened_at));
}

/** How long a door may take to answer, in milliseconds. */
const ANSWER_MS = 2_000;

/** The doors of an agent that answer, the latest first; what dead ones left is cleared away. */
export async function findOpenDoors(folder: string, agent: string): Promise<DoorAnnouncement[]> {
  const tried = await Promise.all(findDoors(folder, agent).map(async (door) => ({ door, found: await tryDoor(door) })));
  for (const { door, found } of tried)
    if (found === "gone") rmSync(join(doorsOf(folder, agent), `${door.instance}.json`), { force: true });
  return tried.flatMap(({ door, found }) => (found === "open" ? [door] : []));
}

/** A door that is only slow is not gone. One whose gateway has ended is, whoever has its port by now. */
async function tryDoor({ url, pid }: DoorAnnouncement): Promise<"open" | "silent" | "gone"> {
  if (!isRunning(pid)) return "gone";
  try {
    const { ok } = await fetch(new URL("/healthz", url), { signal: AbortSignal.timeout(ANSWER_MS) });
    return ok ? "open" : "silent";
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED" ? "gone" : "silent";
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function doorsOf(folder: string, agent: string): string {
  return join(folder, "doors", agentId.parse(agent));
}

import { readdirSync, readFileSync } from "node:fs";

export interface LiveProcess {
  pid: number;
  parent: number;
  command: string;
}

function read(pid: string): LiveProcess[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may hold anything, so fields count from the last bracket.
    const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (state === "Z") return [];
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    return [{ pid: Number(pid), parent: Number(parent), command }];
  } catch {
    return []; // it ended while we looked
  }
}

/** Every process whose command line holds this text. Linux only, like the machines these tests run on. */
export function processesWith(marker: string): LiveProcess[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap(read)
    .filter(({ command }) => command.includes(marker));
}

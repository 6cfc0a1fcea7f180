import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** A process as another one on the same store can recognise it. */
export interface ProcessIdentity {
  /** Host, boot and process-id namespace: within one of these a process id means one process at a time. */
  machine: string;
  pid: number;
  /** Start time, which tells a process from a later one with the same id. Empty where the system does not say. */
  started: string;
}

export function thisProcess(): ProcessIdentity {
  return { machine: thisMachine(), pid: process.pid, started: startOf(process.pid) ?? "" };
}

/**
 * Whether the process still runs: by its start time on the same machine. Undefined where only its last sign of life
 * can tell: another machine, or a system without `/proc`.
 */
export function stillRuns({ machine, pid, started }: ProcessIdentity): boolean | undefined {
  if (machine !== thisMachine() || started === "") return undefined;
  return startOf(pid) === started;
}

function thisMachine(): string {
  const boot = unlessAbsent(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
  const namespace = unlessAbsent(() => readlinkSync("/proc/self/ns/pid"));
  return [hostname(), boot, namespace].join(" ");
}

/** Field 22 of `/proc/PID/stat`; the command before it stands in parentheses and may hold anything. A zombie no longer runs. */
function startOf(pid: number): string | undefined {
  const stat = unlessAbsent(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields?.[0] === "Z" ? undefined : fields?.[19];
}

function unlessAbsent(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

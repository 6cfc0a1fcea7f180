import { readFileSync } from "node:fs";

/** Of a tick of `/proc`, on every Linux there is. */
const MS_A_TICK = 10;

/**
 * Processor time that a process and its descendants have had so far, in milliseconds; null where the system does not tell.
 * Bubblewrap stands between us and the evaluator, so the descendants are what counts.
 */
export function cpuTimeMs(pid: number): number | null {
  try {
    // The name in brackets may hold anything; after it come the state and, as 12th and 13th, the ticks of user and system.
    const [, after = ""] = /\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, "latin1")) ?? [];
    const fields = after.split(" ");
    const own = (Number(fields[11]) + Number(fields[12])) * MS_A_TICK;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").split(" ").filter(Boolean);
    return children.reduce((sum, child) => sum + (cpuTimeMs(Number(child)) ?? 0), own);
  } catch {
    return null;
  }
}

import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { expect, vi } from "vitest";

/** How long processes may take to start on a machine that is busy. */
export const PATIENCE = { timeout: 120_000, interval: 20 };

export interface Running {
  child: ChildProcessByStdio<Writable, Readable, null>;
  /** Complete lines so far. */
  lines(): string[];
  exited: Promise<void>;
}

/** Starts one of this folder's programs from source. */
export function start(program: string, ...args: string[]): Running {
  const file = fileURLToPath(new URL(`./${program}.ts`, import.meta.url));
  const child = spawn(process.execPath, ["--conditions=@sallyport/source", file, ...args], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  return {
    child,
    lines: () => text.split("\n").slice(0, -1),
    exited: new Promise((resolve) => child.once("close", () => resolve())),
  };
}

/** Starts a program several times, sets all off at once when each has said `ready`, and answers what each said after that. */
export async function race(processes: number, program: string, ...args: string[]): Promise<string[][]> {
  const racers = Array.from({ length: processes }, () => start(program, ...args));
  await vi.waitFor(() => expect(racers.every(({ lines }) => lines()[0] === "ready")).toBe(true), PATIENCE);
  for (const { child } of racers) child.stdin.write("go");
  await Promise.all(racers.map(({ exited }) => exited));
  return racers.map(({ lines }) => lines().slice(1));
}

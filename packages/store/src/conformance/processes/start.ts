import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";

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

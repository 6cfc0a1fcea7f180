import { spawn } from "node:child_process";
import { delimiter, resolve } from "node:path";

/** One step of `pnpm check`. */
export interface Step {
  name: string;
  /** A command and its arguments, found in `node_modules/.bin` first. */
  command: readonly string[];
  /** Where vitest leaves its JSON report. */
  report?: string;
  /** A step without which this one says nothing. */
  needs?: string;
}

const path = [resolve("node_modules/.bin"), process.env.PATH].join(delimiter);

/** Lines a step wants seen even when it passes: parts of the system that are missing. */
const NOTICE = /^!! .*$/gm;

/** Runs a step; says how long it took, and shows what it printed only where it failed. */
export async function runStep({ name, command }: Step): Promise<boolean> {
  const [program = name, ...args] = command;
  const start = performance.now();
  const child = spawn(program, args, { env: { ...process.env, PATH: path }, stdio: ["ignore", "pipe", "pipe"] });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
  const passed = await new Promise<boolean>((settle) => {
    child.on("error", (error) => {
      chunks.push(Buffer.from(`${error.message}\n`));
      settle(false);
    });
    child.on("close", (code) => settle(code === 0));
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(`${passed ? "✓" : "✗"} ${name} (${seconds} s)\n`);
  const output = Buffer.concat(chunks).toString("utf8");
  if (!passed) process.stdout.write(`\n$ ${command.join(" ")}\n${output.trimEnd()}\n\n`);
  else for (const notice of new Set(output.match(NOTICE))) process.stdout.write(`${notice}\n`);
  return passed;
}

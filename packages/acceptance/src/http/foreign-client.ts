import { execFile } from "node:child_process";

/** A program nobody here wrote, run to its end. */
export function runForeign(
  script: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const run = execFile(
      process.execPath,
      [script, ...args],
      { env: { PATH: process.env.PATH ?? "", ...env }, maxBuffer: 64 * 1024 * 1024 },
      (_error, stdout, stderr) => resolve({ code: run.exitCode, stdout, stderr }),
    );
    run.stdin?.end();
  });
}

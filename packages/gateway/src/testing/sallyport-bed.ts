import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("../bin.ts", import.meta.url));

/** Our own Node first, then what the system has. */
export const SEARCH_PATH = `${dirname(process.execPath)}:/usr/bin:/bin`;

export interface CommandRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A folder with a store in it, and the real command on both; gone when it is disposed of. */
export class SallyportBed implements Disposable {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "sallyport-gateway-")));
  readonly storeFile = join(this.folder, "state.db");
  readonly store = `sqlite:${this.storeFile}`;
  readonly #running = new Set<ChildProcessWithoutNullStreams>();

  write(name: string, text: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, text);
    return path;
  }

  /** What its commands are given: no HTTP, unless a test says so. */
  get env(): Record<string, string> {
    return { PATH: SEARCH_PATH, HOME: this.folder, SALLYPORT_STORE: this.store, SALLYPORT_HTTP: "off" };
  }

  start(args: readonly string[], env: Record<string, string> = {}): ChildProcessWithoutNullStreams {
    const child = spawn(process.execPath, ["--conditions=@sallyport/source", BIN, ...args], {
      cwd: this.folder,
      env: { ...this.env, ...env },
    });
    this.#running.add(child);
    child.once("exit", () => this.#running.delete(child));
    return child;
  }

  /** Runs a command to its end, with nothing on stdin. */
  async run(args: readonly string[], env: Record<string, string> = {}): Promise<CommandRun> {
    const child = this.start(args, env);
    child.stdin.end();
    return ended(child);
  }

  [Symbol.dispose](): void {
    for (const child of this.#running) child.kill("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export async function ended(child: ChildProcessWithoutNullStreams): Promise<CommandRun> {
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
  });
  const code = await new Promise<number | null>((settle) => child.on("close", settle));
  return { code, stdout, stderr };
}

import { spawn } from "node:child_process";
import { userInfo } from "node:os";
import { createInterface } from "node:readline/promises";
import type { Surroundings } from "./surroundings.ts";

/** What opens a file as its user would; `xdg-open` where nothing else is named. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = { darwin: ["open"], win32: ["explorer"] };

/** The surroundings of this process. */
export function processSurroundings(): Surroundings {
  let stop: AbortSignal | undefined;
  return {
    env: process.env,
    cwd: process.cwd(),
    user: userName(),
    stdinIsTerminal: process.stdin.isTTY === true,
    stdoutIsTerminal: process.stdout.isTTY === true,
    stdin: process.stdin,
    stdout: process.stdout,
    self: [process.execPath, ...process.execArgv, process.argv[1] ?? ""],
    get stop() {
      stop ??= stopSignal();
      return stop;
    },
    writeOut: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
    async ask(question) {
      const terminal = createInterface({ input: process.stdin, output: process.stderr });
      try {
        return await terminal.question(question);
      } finally {
        terminal.close();
      }
    },
    openInBrowser(path) {
      const [program = "", ...args] = OPENERS[process.platform] ?? ["xdg-open"];
      const opener = spawn(program, [...args, path], { stdio: "ignore", detached: true });
      // The link was printed: whoever has no such program opens it by hand.
      opener.on("error", () => {});
      opener.unref();
    },
    onHangUp(listener) {
      process.on("SIGHUP", listener);
      return () => process.off("SIGHUP", listener);
    },
    onExit(listener) {
      process.on("exit", listener);
      return () => process.off("exit", listener);
    },
    endWithin: (milliseconds) => setTimeout(() => process.exit(), milliseconds).unref(),
  };
}

function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}

function userName(): string {
  try {
    return `user:${userInfo().username}`;
  } catch {
    // A process without an account, as in a container that runs under a bare number.
    return "user:unknown";
  }
}

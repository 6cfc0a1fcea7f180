import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";

/** The cheapest client there is, so that what is measured is the far side: ids are numbers, answers are looked up, nothing is checked. */
export class Pipe {
  readonly process: ChildProcess;
  readonly started = performance.now();
  readonly #waiting = new Map<number, (message: { result?: unknown; error?: unknown }) => void>();
  #rest = "";
  #ids = 0;

  constructor(command: readonly string[], env: Record<string, string>) {
    const [file = "", ...args] = command;
    this.process = spawn(file, args, { env, stdio: ["pipe", "pipe", "ignore"] });
    this.process.stdout?.setEncoding("utf8").on("data", (chunk: string) => this.#take(chunk));
  }

  #take(chunk: string): void {
    const lines = (this.#rest + chunk).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      const message = JSON.parse(line);
      const settle = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      settle?.(message);
    }
  }

  async request(method: string, params: object): Promise<unknown> {
    const id = ++this.#ids;
    const { result, error } = await new Promise<{ result?: unknown; error?: unknown }>((resolve) => {
      this.#waiting.set(id, resolve);
      this.process.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    });
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  }

  /** Answers the milliseconds from exec to the answer of `initialize`. */
  async initialize(): Promise<number> {
    await this.request("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "bench", version: "1.0.0" },
    });
    const took = performance.now() - this.started;
    this.process.stdin?.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    return took;
  }

  /** Resident memory of the process itself, in megabytes; what it started is not counted. */
  residentMegabytes(): number {
    const status = readFileSync(`/proc/${this.process.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  }

  async close(): Promise<void> {
    const gone = new Promise((resolve) => this.process.once("exit", resolve));
    this.process.stdin?.end();
    await gone;
  }
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { eventually } from "./eventually.ts";

export type Params = Record<string, unknown>;
interface RpcError {
  code: number;
  message: string;
  // biome-ignore lint/suspicious/noExplicitAny: as `result` below
  data?: any;
}
export interface Message {
  jsonrpc: "2.0";
  id?: number | string | null;
  method?: string;
  params?: Params;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts on what came over the wire, whatever it is
  result?: any;
  error?: RpcError;
}
/** Answers what the server asks of its client; throw `{code, message}` to refuse. */
export type Answerer = (params: Params) => unknown;

export interface RawClientSpec {
  command: string;
  args: readonly string[];
  env: Record<string, string>;
  cwd?: string;
  capabilities?: Params;
  clientInfo?: { name: string; version: string };
  answers?: Record<string, Answerer>;
}

/** A client with no SDK in it: a process, a pipe, and every line that came back. */
export class RawClient {
  readonly process: ChildProcess;
  readonly messages: Message[] = [];
  readonly notifications: Message[] = [];
  /** Lines on stdout that were no JSON-RPC; `close` throws when there were any. */
  readonly badLines: string[] = [];
  stderr = "";
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  readonly #waiting = new Map<number | string, (answer: Message) => void>();
  readonly #spec: RawClientSpec;
  #ids = 0;

  constructor(spec: RawClientSpec) {
    this.#spec = spec;
    this.process = spawn(spec.command, spec.args, {
      env: spec.env,
      stdio: ["pipe", "pipe", "pipe"],
      ...(spec.cwd === undefined ? {} : { cwd: spec.cwd }),
    });
    this.exited = once(this.process, "exit").then(([code, signal]) => ({ code, signal }));
    this.process.stdin?.on("error", () => {}); // a process that is gone is seen through `exited`
    this.process.stderr?.on("data", (chunk) => {
      this.stderr += chunk;
    });
    // `stdio` above makes it a pipe.
    createInterface({ input: this.process.stdout as NodeJS.ReadableStream }).on("line", (line) => this.#take(line));
    void this.exited.then(() => {
      for (const settle of this.#waiting.values()) settle(this.#gone());
    });
  }

  #gone(): Message {
    return { jsonrpc: "2.0", error: { code: 0, message: `the process is gone: ${this.stderr.slice(-2_000)}` } };
  }

  #take(line: string): void {
    let message: Message;
    try {
      message = JSON.parse(line);
    } catch {
      this.badLines.push(line);
      return;
    }
    if (message.jsonrpc !== "2.0") this.badLines.push(line);
    this.messages.push(message);
    if (message.method === undefined) {
      if (message.id !== undefined && message.id !== null) this.#waiting.get(message.id)?.(message);
    } else if (message.id === undefined) this.notifications.push(message);
    else void this.#answer(message);
  }

  async #answer({ id, method, params }: Message): Promise<void> {
    const answer = this.#spec.answers?.[String(method)];
    if (answer === undefined)
      return this.writeLine({ jsonrpc: "2.0", id, error: { code: -32601, message: "no such method" } });
    try {
      this.writeLine({ jsonrpc: "2.0", id, result: await answer(params ?? {}) });
    } catch (error) {
      this.writeLine({ jsonrpc: "2.0", id, error });
    }
  }

  writeLine(line: string | object): void {
    this.process.stdin?.write(`${typeof line === "string" ? line : JSON.stringify(line)}\n`);
  }

  /** Sends a request; answers the whole response message, result or error. */
  request(method: string, params?: Params, id: number | string = ++this.#ids): Promise<Message> {
    return this.raw(JSON.stringify({ jsonrpc: "2.0", id, method, params }), id);
  }

  /** Sends a line as it is and waits for the response to `id`. */
  raw(line: string, id: number | string): Promise<Message> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return Promise.resolve(this.#gone());
    const answered = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.writeLine(line);
    return answered;
  }

  call(name: string, args?: Params, more: Params = {}, id?: number | string): Promise<Message> {
    return this.request("tools/call", { name, ...(args === undefined ? {} : { arguments: args }), ...more }, id);
  }

  notify(method: string, params?: Params): void {
    this.writeLine({ jsonrpc: "2.0", method, params });
  }

  async initialize(): Promise<Message> {
    const answer = await this.request("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: this.#spec.capabilities ?? {},
      clientInfo: this.#spec.clientInfo ?? { name: "raw-client", version: "1.0.0" },
    });
    this.notify("notifications/initialized");
    return answer;
  }

  async toolNames(): Promise<string[]> {
    const { result } = await this.request("tools/list");
    return result.tools.map((tool: { name: string }) => tool.name);
  }

  /** The first notification of this kind, waiting for it where it has not come yet. */
  heard(method: string, fits: (params: Params) => boolean = () => true, ms = 30_000): Promise<Message> {
    return eventually(
      `a ${method}`,
      () => this.notifications.find((message) => message.method === method && fits(message.params ?? {})),
      ms,
    );
  }

  /** Ends stdin, as a host that goes away does, and waits for the process. */
  async close(): Promise<void> {
    this.process.stdin?.end();
    const ended = await Promise.race([this.exited, eventuallyNothing(20_000)]);
    if (ended === undefined) this.process.kill("SIGKILL");
    await this.exited;
    if (this.badLines.length > 0)
      throw new Error(`stdout carried lines that are no JSON-RPC: ${this.badLines.slice(0, 3).join("\n")}`);
    if (ended === undefined) throw new Error("the process did not end after its stdin did");
  }

  async kill(): Promise<void> {
    this.process.kill("SIGKILL");
    await this.exited;
  }
}

function eventuallyNothing(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms, undefined).unref());
}

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { RPC_ERRORS } from "@sallyport/contract/errors";
import { isJsonObject, type JsonObject } from "@sallyport/contract/json";
import type { ChildClosed, ChildSpec } from "./child.ts";
import { LineReader } from "./line-reader.ts";
import { LineWriter } from "./line-writer.ts";
import {
  EXCERPT_LENGTH,
  MESSAGE_LIMIT,
  type MessageReceiver,
  type MessageTransport,
  type RefusedMessage,
  type RequestId,
} from "./message-transport.ts";
import type { ChildLink } from "./open-child.ts";
import { ProcessGroup } from "./process-group.ts";
import { ConnectionError } from "./wire.ts";

/** Longest line of stderr handed on, in bytes; a longer one is cut. */
const STDERR_LINE_LIMIT = 8 * 1024;

/** How long the rest of the output may take once the child has exited, in milliseconds: a grandchild may hold the pipe. */
const LAST_OUTPUT_MS = 200;

type StdioSpec = Extract<ChildSpec, { type: "stdio" }>;
type Process = ChildProcessByStdio<Writable, Readable, Readable>;

/** Starts a child in a process group of its own, without a shell. Rejects with `spawn_failed` when there is no such command. */
export async function spawnChild(spec: StdioSpec, onStderr: ((line: string) => void) | undefined): Promise<ChildLink> {
  const { child, pid } = await start(spec);
  const group = new ProcessGroup(child, pid);
  drainStderr(child.stderr, onStderr);
  const transport = new StdioChildTransport(child, group);
  const link: ChildLink = { transport, pid, why: (detail) => whyGone(child, detail) };
  transport.onLost = (id, error) => link.onLost?.(id, error);
  return link;
}

async function start(spec: StdioSpec): Promise<{ child: Process; pid: number }> {
  try {
    const child = spawn(spec.command, spec.args, {
      env: { ...spec.env },
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
      windowsHide: true,
      ...(spec.cwd === undefined ? {} : { cwd: spec.cwd }),
    });
    if (child.pid === undefined) await once(child, "spawn");
    return { child, pid: Number(child.pid) };
  } catch (error) {
    throw spawnFailure(spec, error);
  }
}

function spawnFailure(spec: StdioSpec, error: unknown): ConnectionError {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const cwd = spec.cwd === undefined ? "" : ` in \`${spec.cwd}\``;
  const missing = `command \`${spec.command}\` not found${cwd}: give a full path, or set PATH in the server's env`;
  const other = `command \`${spec.command}\` cannot be started${cwd}: ${error instanceof Error ? error.message : error}`;
  return new ConnectionError("spawn_failed", code === "ENOENT" ? missing : other, { cause: error });
}

function drainStderr(stderr: Readable, onStderr: ((line: string) => void) | undefined): void {
  const reader = new LineReader(STDERR_LINE_LIMIT, {
    line: (text) => onStderr?.(text),
    tooLong: (head) => onStderr?.(`${head} ... (line cut)`),
  });
  stderr.on("data", (chunk: Buffer) => reader.push(chunk));
  stderr.once("end", () => reader.end());
  stderr.on("error", () => undefined);
}

function whyGone(child: Process, detail: string): ChildClosed {
  const { exitCode, signalCode } = child;
  if (signalCode !== null) return { reason: "killed", signal: signalCode, exitCode: null, detail };
  if (exitCode !== null) return { reason: "exited", exitCode, signal: null, detail };
  return { reason: "transport", detail };
}

class StdioChildTransport implements MessageTransport {
  readonly #child: Process;
  readonly #group: ProcessGroup;
  readonly #writer: LineWriter;
  #receiver: MessageReceiver | undefined;
  #over = false;
  onLost: (id: RequestId, error: Error) => void = () => undefined;

  constructor(child: Process, group: ProcessGroup) {
    this.#child = child;
    this.#group = group;
    this.#writer = new LineWriter(child.stdin, () => this.#end("the server does not read its stdin"));
    // A child that is gone says so by its exit.
    child.stdin.on("error", () => undefined);
    child.stdout.on("error", () => undefined);
  }

  start(receiver: MessageReceiver): void {
    this.#receiver = receiver;
    const reader = new LineReader(MESSAGE_LIMIT, {
      line: (text) => this.#take(text, receiver),
      notUtf8: (shown) => this.#refuseBytes(shown, receiver),
      limitPassed: () => this.#end(`the server sent a message over ${MESSAGE_LIMIT} bytes`),
    });
    const { stdout } = this.#child;
    stdout.on("data", (chunk: Buffer) => reader.push(chunk));
    stdout.once("end", () => void this.#onOutputEnd());
    // Not `close`, which waits for a grandchild that holds the pipe.
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) void this.#onExit();
    else this.#child.once("exit", () => void this.#onExit());
  }

  send(message: Parameters<LineWriter["send"]>[0]): void {
    this.#writer.send(message);
  }

  async close(): Promise<void> {
    await this.#writer.drain(100);
    await this.#group.end();
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
  }

  #take(text: string, receiver: MessageReceiver): void {
    if (this.#over) return;
    const message = objectIn(text);
    if (message === null) receiver.refused(unusable("not a JSON-RPC message", text));
    else receiver.message(message);
  }

  /** Never taken with its bytes replaced. An answer fails its request at once, which would wait for it in vain. */
  #refuseBytes(shown: string, receiver: MessageReceiver): void {
    if (this.#over) return;
    receiver.refused(unusable("not valid UTF-8", shown));
    const message = objectIn(shown);
    if (message === null || message.method !== undefined || typeof message.id !== "number") return;
    this.onLost(message.id, new ConnectionError("protocol", "the server's answer is not valid UTF-8"));
  }

  async #onExit(): Promise<void> {
    const { stdout, exitCode, signalCode } = this.#child;
    if (!stdout.readableEnded) await Promise.race([once(stdout, "end").catch(() => undefined), pause(LAST_OUTPUT_MS)]);
    this.#end(
      signalCode === null ? `the server exited with code ${exitCode}` : `the server was killed by ${signalCode}`,
    );
  }

  /** A server that closed its stdout and lives on can never answer again. */
  async #onOutputEnd(): Promise<void> {
    await pause(LAST_OUTPUT_MS);
    this.#end("the server closed its stdout");
  }

  #end(detail: string): void {
    if (this.#over) return;
    this.#over = true;
    this.#receiver?.closed(detail);
  }
}

function objectIn(text: string): JsonObject | null {
  try {
    const message: unknown = JSON.parse(text);
    return isJsonObject(message) ? message : null;
  } catch {
    return null;
  }
}

function unusable(message: string, text: string): RefusedMessage {
  return { id: null, code: RPC_ERRORS.parseError, message, excerpt: text.slice(0, EXCERPT_LENGTH) };
}

import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { cpuTimeMs } from "./cpu-time.ts";
import type { Launch } from "./launch.ts";
import { encodeFrame, type Failure, type Frame, FrameReader, REPLY } from "./protocol.ts";

const REPLY_LIMIT_BYTES = 16 * 1024 * 1024;
const STDERR_TAIL = 2000;
const LAST_WORDS_MS = 500;
const START_TIMEOUT_MS = 15_000;

/** One request to an evaluator, and what becomes of it. `id` names it in the frames. */
export interface Job {
  readonly frame: { kind: number; id: number; text: string; numbers?: readonly number[] };
  /**
   * Milliseconds the request may run before its process is killed; counted from when it runs, not from when it is sent.
   * On a machine too busy to run it, this much processor time, or eight times as long.
   */
  readonly killAfterMs: number;
  /** The program a decision is about; absent on `prepare` and `load`. */
  readonly program?: number;
  /** How many processes were given it and ended before they got to it. */
  attempts: number;
  answered(text: string): void;
  failed(failure: Failure): void;
}

/** What a process tells whoever runs it. */
export interface EvaluatorEvents {
  ready(): void;
  /** The request at the head was answered. */
  settled(): void;
  /** The request at the head has run for a while and holds up the ones behind it. Said once a request. */
  stalled(): void;
  /** It is gone. `unfinished` are the requests it never got to; the one it was running has failed. */
  ended(unfinished: Job[], diagnosis: { wasReady: boolean; stderr: string; signal: NodeJS.Signals | null }): void;
}

/** A request that runs longer than this no longer lets others wait behind it. */
const STALL_MS = 50;
/** How many times its limit a request may take where the machine does not let it run. */
const STARVED_FACTOR = 8;
/** Between two looks at a request that is late for want of a processor. */
const STARVED_LOOK_MS = 50;

/** One evaluator process: a queue of requests answered in order, and a clock on the one at its head. */
export class EvaluatorProcess {
  readonly sandboxed: boolean;
  readonly loaded = new Set<number>();
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #events: EvaluatorEvents;
  readonly #reader = new FrameReader(REPLY_LIMIT_BYTES);
  #queue: Job[] = [];
  #headSince = 0;
  #stallSaid = false;
  /** Processor time of the process when its head stalled; null where the system does not tell. */
  #cpuAtStall: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #ready = false;
  #gone = false;
  #killedLate = false;
  #corked = false;
  #stderr = "";

  constructor(launch: Launch, events: EvaluatorEvents) {
    this.sandboxed = launch.sandboxed;
    this.#events = events;
    this.#child = spawn(launch.command, launch.args, { env: {}, cwd: "/", stdio: ["pipe", "pipe", "pipe"] });
    this.#child.stdout.on("data", (chunk: Buffer) => this.#received(chunk));
    this.#child.stderr.on("data", (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString("utf8")).slice(-STDERR_TAIL);
    });
    // A process that dies takes its pipe along; `exit` tells the story.
    this.#child.stdin.on("error", () => undefined);
    this.#child.once("error", (error) => this.#ended(null, error.message));
    this.#child.once("exit", (_code, signal) => this.#exited(signal));
    this.#unref();
    this.#headSince = performance.now();
    this.#watch(START_TIMEOUT_MS);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Requests that were sent and not answered; the first one is running. */
  get queue(): readonly Job[] {
    return this.#queue;
  }

  submit(job: Job): void {
    if (this.#gone) {
      job.failed({ kind: "unavailable", message: "the policy evaluator has ended" });
      return;
    }
    this.#queue.push(job);
    if (this.#queue.length === 1 && this.#ready) this.#startHead();
    this.send(job.frame);
  }

  /** Sends a frame that has no answer. Frames of one turn of the event loop travel together. */
  send({ kind, id, text, numbers }: Job["frame"]): void {
    if (!this.#corked) {
      this.#corked = true;
      this.#child.stdin.cork();
      process.nextTick(() => {
        this.#corked = false;
        this.#child.stdin.uncork();
      });
    }
    this.#child.stdin.write(encodeFrame(kind, id, text, numbers));
  }

  /** Hands back everything behind the head, to be asked elsewhere; this process is good for its head only from here. */
  giveUpQueue(): Job[] {
    return this.#queue.splice(1);
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }

  #received(chunk: Buffer): void {
    let frames: Frame[];
    try {
      frames = this.#reader.push(chunk);
    } catch {
      this.kill();
      return;
    }
    for (const frame of frames) this.#answered(frame);
  }

  #answered(frame: Frame): void {
    if (frame.kind === REPLY.ready) {
      this.#ready = true;
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#events.ready();
      if (this.#queue.length > 0) this.#startHead();
      return;
    }
    const job = this.#queue[0];
    if (
      job === undefined ||
      job.frame.id !== frame.id ||
      (frame.kind !== REPLY.answer && frame.kind !== REPLY.failure)
    ) {
      this.kill();
      return;
    }
    this.#queue.shift();
    if (this.#queue.length > 0) this.#startHead();
    const text = frame.payload.toString("utf8");
    if (frame.kind === REPLY.answer) job.answered(text);
    // Our own evaluator wrote this frame.
    else job.failed(JSON.parse(text) as Failure);
    this.#events.settled();
  }

  #startHead(): void {
    this.#headSince = performance.now();
    this.#stallSaid = false;
    if (this.#timer === undefined) this.#watch(STALL_MS);
  }

  /** One timer follows whichever request is at the head; while it is armed it keeps our own process alive. */
  #watch(delay: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      // Answers that came while our own process was held up are read before anything is killed for being late.
      setImmediate(() => this.#look());
    }, delay);
  }

  #look(): void {
    if (this.#gone || this.#timer !== undefined) return;
    const job = this.#queue[0];
    const limit = this.#ready ? job?.killAfterMs : START_TIMEOUT_MS;
    if (limit === undefined) return;
    const elapsed = performance.now() - this.#headSince;
    if (elapsed >= limit && this.#isStarved(limit, elapsed)) {
      this.#watch(STARVED_LOOK_MS);
      return;
    }
    if (elapsed >= limit) {
      this.#killedLate = true;
      // No timer is armed any more: the wait for its end must keep our own process alive, or it exits with 13.
      this.#child.ref();
      this.kill();
      return;
    }
    if (!this.#ready || elapsed < STALL_MS || this.#stallSaid) {
      this.#watch(Math.max(1, (this.#stallSaid || !this.#ready ? limit : STALL_MS) - elapsed));
      return;
    }
    this.#stallSaid = true;
    this.#cpuAtStall = cpuTimeMs(this.#child.pid ?? 0);
    this.#watch(Math.max(1, limit - elapsed));
    this.#events.stalled();
  }

  /** Late on the clock, but not for running long: the machine gave it no processor. A busy machine is no endless loop. */
  #isStarved(limit: number, elapsed: number): boolean {
    if (!this.#stallSaid || this.#cpuAtStall === null || elapsed >= limit * STARVED_FACTOR) return false;
    const now = cpuTimeMs(this.#child.pid ?? 0);
    return now !== null && now - this.#cpuAtStall < limit - STALL_MS;
  }

  /** One that never got ready may still have its reason in the pipe. */
  #exited(signal: NodeJS.Signals | null): void {
    if (this.#ready) {
      this.#ended(signal);
      return;
    }
    this.#child.once("close", () => this.#ended(signal));
    setTimeout(() => this.#ended(signal), LAST_WORDS_MS);
  }

  #ended(signal: NodeJS.Signals | null, spawnError = ""): void {
    if (this.#gone) return;
    this.#gone = true;
    clearTimeout(this.#timer);
    const running = this.#ready ? this.#queue.shift() : undefined;
    const unfinished = this.#queue;
    this.#queue = [];
    this.#child.stdin.destroy();
    running?.failed(
      this.#killedLate
        ? { kind: "timeout", message: `the policy did not answer within ${running.killAfterMs} ms and was stopped` }
        : { kind: "unavailable", message: "the policy evaluator ended while it ran the policy" },
    );
    this.#events.ended(unfinished, { wasReady: this.#ready, stderr: spawnError || this.#stderr, signal });
  }

  #unref(): void {
    this.#child.unref();
    for (const pipe of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) {
      // Pipes of a child are sockets, which the stream types do not say.
      (pipe as Partial<{ unref(): void }>).unref?.();
    }
  }
}

import type { ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";

const TERM_AFTER_MS = 1_000;
const KILL_AFTER_MS = 2_000;
const LOOK_EVERY_MS = 25;

const live = new Set<ProcessGroup>();

// Whatever way we end but by SIGKILL, nothing we started outlives us.
process.on("exit", () => {
  for (const group of live) group.signal("SIGKILL");
});

/** A child that leads a process group of its own, and whatever it started in it. */
export class ProcessGroup {
  readonly #leader: ChildProcess;
  readonly #pid: number;
  #ending: Promise<void> | undefined;

  constructor(leader: ChildProcess, pid: number) {
    this.#leader = leader;
    this.#pid = pid;
    live.add(this);
  }

  /** Ends the whole group: stdin EOF, TERM after 1 s (at once if the leader is gone), KILL after 2 s more. */
  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  /** False when nobody is left in the group. */
  signal(signal: NodeJS.Signals | 0): boolean {
    try {
      return process.kill(-this.#pid, signal);
    } catch {
      return false;
    }
  }

  async #end(): Promise<void> {
    this.#leader.stdin?.end();
    await this.#until(() => this.#leaderGone(), TERM_AFTER_MS);
    if (this.signal("SIGTERM")) await this.#until(() => this.#empty(), KILL_AFTER_MS);
    if (this.signal("SIGKILL")) await this.#until(() => this.#empty(), TERM_AFTER_MS);
    live.delete(this);
  }

  #leaderGone(): boolean {
    return this.#leader.exitCode !== null || this.#leader.signalCode !== null;
  }

  #empty(): boolean {
    return this.#leaderGone() && !this.signal(0);
  }

  async #until(reached: () => boolean, withinMs: number): Promise<void> {
    const deadline = performance.now() + withinMs;
    while (!reached() && performance.now() < deadline) await pause(LOOK_EVERY_MS);
  }
}

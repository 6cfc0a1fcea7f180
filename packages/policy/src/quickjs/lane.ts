import type { EvaluatorProcess, Job } from "./evaluator-process.ts";
import type { EvaluatorSupply } from "./evaluator-supply.ts";
import { REQUEST } from "./protocol.ts";

export interface LaneSpec {
  supply: EvaluatorSupply;
  /** Decisions that may be under way at once; the others wait here, where no clock runs. */
  window: number;
  /** The JavaScript of a program that is in use. */
  javascript(program: number): string | undefined;
  /** Takes over what waits behind a program that is slow. Without it, whatever is behind waits. */
  overtake?(slow: number, behind: Job[]): void;
}

const LOAD_KILL_MS = 5000;
const MOST_ATTEMPTS = 3;

/** Takes decisions through one evaluator process, and through the next one when that is gone. */
export class Lane {
  readonly #spec: LaneSpec;
  #process: EvaluatorProcess | undefined;
  #waiting: Job[] = [];

  constructor(spec: LaneSpec) {
    this.#spec = spec;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  submit(job: Job): void {
    this.#waiting.push(job);
    this.#send();
  }

  /** Starts the lane's process ahead of the first decision. Throws `EvaluationError` where it must not start. */
  warm(): void {
    this.#process ??= this.#takeProcess();
  }

  unload(program: number): void {
    if (this.#process?.loaded.delete(program)) this.#process.send({ kind: REQUEST.unload, id: program, text: "" });
  }

  /** Ends the lane's process where it has nothing to do. */
  rest(): void {
    if (this.#waiting.length > 0 || this.#process === undefined || this.#process.queue.length > 0) return;
    this.#process.kill();
    this.#process = undefined;
  }

  #send(): void {
    while (this.#waiting.length > 0 && (this.#process?.queue.length ?? 0) < this.#spec.window) {
      const job = this.#waiting.shift();
      if (job?.program !== undefined) this.#dispatch(job, job.program);
    }
  }

  #dispatch(job: Job, program: number): void {
    const javascript = this.#spec.javascript(program);
    if (javascript === undefined) {
      job.failed({ kind: "unavailable", message: "the policy was released while it was being asked" });
      return;
    }
    let evaluator: EvaluatorProcess;
    try {
      evaluator = this.#process ??= this.#takeProcess();
    } catch (error) {
      job.failed({ kind: "unavailable", message: error instanceof Error ? error.message : String(error) });
      return;
    }
    if (!evaluator.loaded.has(program)) {
      evaluator.loaded.add(program);
      evaluator.submit({
        frame: { kind: REQUEST.load, id: program, text: javascript },
        killAfterMs: LOAD_KILL_MS,
        attempts: 0,
        answered: () => undefined,
        // The decision behind it finds the program missing and says so; the next one loads it again.
        failed: () => evaluator.loaded.delete(program),
      });
    }
    evaluator.submit(job);
  }

  #takeProcess(): EvaluatorProcess {
    let retired = false;
    const evaluator: EvaluatorProcess = this.#spec.supply.take({
      ready: () => undefined,
      settled: () => (retired ? evaluator.kill() : this.#send()),
      stalled: () => {
        const slow = evaluator.queue[0]?.program;
        if (slow === undefined || this.#spec.overtake === undefined || retired) return;
        retired = true;
        if (this.#process === evaluator) this.#process = undefined;
        this.#spec.overtake(slow, decisions(evaluator.giveUpQueue()));
        this.#send();
      },
      ended: (unfinished, diagnosis) => {
        if (this.#process === evaluator) this.#process = undefined;
        for (const job of decisions(unfinished)) this.#again(job, diagnosis.stderr);
        this.#send();
      },
    });
    return evaluator;
  }

  #again(job: Job, stderr: string): void {
    job.attempts += 1;
    if (job.attempts < MOST_ATTEMPTS) {
      this.#waiting.push(job);
      return;
    }
    const why = stderr.trim().split("\n").at(-1) ?? "";
    job.failed({
      kind: "unavailable",
      message: `the policy evaluator does not stay up${why === "" ? "" : `: ${why}`}`,
    });
  }
}

const decisions = (jobs: Job[]) => jobs.filter((job) => job.program !== undefined);

import { EvaluationError } from "../engine.ts";
import { type EvaluatorEvents, EvaluatorProcess } from "./evaluator-process.ts";
import { findBwrap, type Launch, plainLaunch, sandboxedLaunch } from "./launch.ts";

/** Whether evaluators run under bubblewrap: where it works, always (or not at all), or never. */
export type Isolation = "auto" | "require" | "off";

const INSTALL = "install bubblewrap (Debian, Ubuntu: `apt-get install bubblewrap`) and allow user namespaces";

/** Starts evaluator processes and keeps one standing by, so that a killed one is replaced at once. */
export class EvaluatorSupply {
  readonly #isolation: Isolation;
  #bwrap: string | undefined;
  #noSandbox: string | undefined;
  #spare: { process: EvaluatorProcess; listener: EvaluatorEvents | undefined } | undefined;
  #closed = false;
  readonly #running = new Set<EvaluatorProcess>();

  constructor(isolation: Isolation, searchPath: string) {
    this.#isolation = isolation;
    if (isolation === "off") {
      this.#noSandbox = "switched off";
      return;
    }
    this.#bwrap = findBwrap(searchPath);
    if (this.#bwrap === undefined) this.#noSandbox = "`bwrap` is not installed";
  }

  /** Why evaluators run without bubblewrap, and what to do; undefined where they run under it, as far as is known. */
  get noSandbox(): { reason: string; remedy: string } | undefined {
    return this.#noSandbox === undefined ? undefined : { reason: this.#noSandbox, remedy: INSTALL };
  }

  get refused(): EvaluationError | undefined {
    if (this.#isolation !== "require" || this.#noSandbox === undefined) return undefined;
    return new EvaluationError("unavailable", `policies must run under bubblewrap, but ${this.#noSandbox}: ${INSTALL}`);
  }

  /** A process for the caller alone: the one standing by, or a new one. Throws `EvaluationError` where it must not start. */
  take(listener: EvaluatorEvents): EvaluatorProcess {
    const spare = this.#spare;
    this.#spare = undefined;
    if (spare === undefined) return this.start({ ...listener, ready: () => this.#afterStart(listener) });
    spare.listener = listener;
    this.#refill();
    return spare.process;
  }

  /** A new process. Throws `EvaluationError` where it must not start. */
  start(listener: EvaluatorEvents): EvaluatorProcess {
    if (this.#closed) throw new EvaluationError("unavailable", "the policy engine is closed");
    if (this.refused !== undefined) throw this.refused;
    const launch = this.#launch();
    const evaluator = new EvaluatorProcess(launch, {
      ...listener,
      ended: (unfinished, diagnosis) => {
        this.#running.delete(evaluator);
        const refusal = /^bwrap: .*$/m.exec(diagnosis.stderr)?.[0];
        if (launch.sandboxed && !diagnosis.wasReady && refusal !== undefined) {
          this.#noSandbox = `it does not work here (\`${refusal}\`)`;
        }
        listener.ended(unfinished, diagnosis);
      },
    });
    this.#running.add(evaluator);
    return evaluator;
  }

  close(): void {
    this.#closed = true;
    this.#spare = undefined;
    for (const evaluator of this.#running) evaluator.kill();
  }

  #launch(): Launch {
    return this.#bwrap === undefined || this.#noSandbox !== undefined ? plainLaunch : sandboxedLaunch(this.#bwrap);
  }

  #afterStart(listener: EvaluatorEvents): void {
    listener.ready();
    this.#refill();
  }

  #refill(): void {
    if (this.#closed || this.#spare !== undefined || this.refused !== undefined) return;
    const spare: { process: EvaluatorProcess; listener: EvaluatorEvents | undefined } = {
      listener: undefined,
      process: this.start({
        ready: () => spare.listener?.ready(),
        settled: () => spare.listener?.settled(),
        stalled: () => spare.listener?.stalled(),
        ended: (unfinished, diagnosis) => {
          if (this.#spare === spare) this.#spare = undefined;
          spare.listener?.ended(unfinished, diagnosis);
        },
      }),
    };
    this.#spare = spare;
  }
}

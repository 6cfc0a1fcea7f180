import { EvaluationError, type PolicyEngine, PolicyLoadError, type PreparedPolicy } from "../engine.ts";
import type { Job } from "./evaluator-process.ts";
import { EvaluatorSupply, type Isolation } from "./evaluator-supply.ts";
import { Lane } from "./lane.ts";
import { type Failure, type PreparedProgram, type PrepareRequest, REQUEST } from "./protocol.ts";

export interface QuickjsOptions {
  /** Whether programs run under bubblewrap: where it works (`auto`, the default), always or not at all, never. */
  isolation?: Isolation;
  /** Where `bwrap` is looked for; the `PATH` of this process where it is not said. */
  searchPath?: string;
}

const TRIAL = "export default () => ({ decision: 'ask' });";
const PREPARE_KILL_MS = 5000;
const WATCHDOG_MS = 250;
/** Quick answers in a row after which a program that once was slow runs among the others again. */
const REDEEMING_ANSWERS = 100;

/**
 * The default engine: TypeScript and JavaScript in QuickJS (WASM), in a process of its own. Nothing starts before the
 * first `prepare`, `decide` or `health`; where `isolation: "require"` cannot be had, those reject with `unavailable`.
 */
export function openQuickjs(options: QuickjsOptions = {}): PolicyEngine {
  const supply = new EvaluatorSupply(options.isolation ?? "auto", options.searchPath ?? process.env.PATH ?? "");
  const programs = new Map<number, string>();
  const handles = new WeakMap<PreparedPolicy, number>();
  const slow = new Map<number, number>();
  let lastId = 0;
  const nextId = () => {
    lastId = (lastId + 1) % 0xffffffff;
    return lastId;
  };
  const javascript = (program: number) => programs.get(program);
  const slowLane = new Lane({ supply, window: 1, javascript });
  const mainLane = new Lane({
    supply,
    window: 256,
    javascript,
    overtake(program, behind) {
      slow.set(program, 0);
      // The others first: theirs is the process that stands by.
      for (const job of behind) if (job.program !== program) submit(job);
      for (const job of behind) if (job.program === program) submit(job);
    },
  });

  function submit(job: Job): void {
    (job.program !== undefined && slow.has(job.program) ? slowLane : mainLane).submit(job);
  }

  function redeem(program: number): void {
    const answers = slow.get(program);
    if (answers === undefined) return;
    slow.set(program, answers + 1);
    if (answers + 1 >= REDEEMING_ANSWERS) slow.delete(program);
    if (slow.size === 0) slowLane.rest();
  }

  let preparations = Promise.resolve();

  /** One preparation at a time: each is a process. */
  function prepareInTurn(request: PrepareRequest): Promise<PreparedProgram> {
    const sandboxed = supply.noSandbox === undefined;
    const preparing = preparations
      .then(() => prepareApart(request))
      // Bubblewrap turned out not to work here: the second try runs without it, or says that it is required.
      .catch((error: unknown) => {
        if (sandboxed && supply.noSandbox !== undefined) return prepareApart(request);
        throw error;
      });
    preparations = preparing.then(
      () => undefined,
      () => undefined,
    );
    return preparing;
  }

  /** One request to a process that is thrown away afterwards: what a hostile source does to it, it does to nobody else. */
  function prepareApart(request: PrepareRequest): Promise<PreparedProgram> {
    return new Promise((resolve, reject) => {
      const unavailable = (why: string) => reject(new EvaluationError("unavailable", why));
      const evaluator = supply.start({
        ready: () => undefined,
        settled: () => undefined,
        stalled: () => undefined,
        ended: (unfinished, { stderr }) => {
          if (unfinished.length > 0) unavailable(`the policy evaluator did not start: ${stderr.trim()}`);
        },
      });
      evaluator.submit({
        frame: { kind: REQUEST.prepare, id: nextId(), text: JSON.stringify(request) },
        killAfterMs: PREPARE_KILL_MS,
        attempts: 0,
        answered: (text) => {
          evaluator.kill();
          // Our own evaluator wrote this text.
          resolve(JSON.parse(text) as PreparedProgram);
        },
        failed: (failure) => {
          evaluator.kill();
          reject(
            failure.kind === "unavailable" ? evaluationError(failure) : new PolicyLoadError([diagnostic(failure)]),
          );
        },
      });
    });
  }

  return {
    id: "quickjs",
    languages: ["typescript", "javascript"],
    claims: {
      freshStatePerDecision: true,
      deterministic: true,
      separateProcess: true,
      get kernelIsolation() {
        return supply.noSandbox === undefined;
      },
    },

    async prepare({ language, source, digest }) {
      if (language === "python") throw new EvaluationError("unavailable", "the quickjs engine does not run python");
      mainLane.warm();
      const prepared = await prepareInTurn({ language, source });
      const program = nextId();
      programs.set(program, prepared.javascript);
      const handle: PreparedPolicy = {
        digest,
        tests: prepared.tests,
        release() {
          programs.delete(program);
          slow.delete(program);
          mainLane.unload(program);
          slowLane.unload(program);
        },
      };
      handles.set(handle, program);
      return handle;
    },

    async decide(prepared, inputJson, { timeoutMs }, signal) {
      signal?.throwIfAborted();
      return await new Promise((resolve, reject) => {
        const program = handles.get(prepared);
        if (program === undefined || !programs.has(program)) {
          reject(new EvaluationError("unavailable", "the policy is not prepared in this engine"));
          return;
        }
        const aborted = () => reject(signal?.reason);
        signal?.addEventListener("abort", aborted, { once: true });
        submit({
          frame: { kind: REQUEST.decide, id: nextId(), text: inputJson, numbers: [program, timeoutMs] },
          killAfterMs: timeoutMs + WATCHDOG_MS,
          program,
          attempts: 0,
          answered: (text) => {
            signal?.removeEventListener("abort", aborted);
            redeem(program);
            resolve(text);
          },
          failed: (failure) => {
            signal?.removeEventListener("abort", aborted);
            reject(evaluationError(failure));
          },
        });
      });
    },

    async health() {
      const trial = prepareInTurn({ language: "javascript", source: TRIAL });
      const failure = await trial.then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      const { noSandbox, refused } = supply;
      if (failure !== undefined) {
        const remedy = refused === undefined ? "reinstall `@sallyport/policy`" : noSandbox?.remedy;
        return { ok: false, detail: refused?.message ?? failure, remedy: remedy ?? "" };
      }
      if (noSandbox === undefined) return { ok: true, detail: "quickjs, one process, under bubblewrap" };
      return { ok: true, detail: `quickjs, one process, without bubblewrap: ${noSandbox.reason}; ${noSandbox.remedy}` };
    },

    async close() {
      supply.close();
    },
  };
}

function evaluationError({ kind, message, line }: Failure): EvaluationError {
  const where = line === undefined ? "" : ` (line ${line})`;
  return new EvaluationError(kind === "program" ? "unavailable" : kind, message + where);
}

function diagnostic({ message, line, column }: Failure) {
  return { message, ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) };
}

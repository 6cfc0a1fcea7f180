import { sha256 } from "@sallyport/contract/digests";
import { POLICY_SOURCE_LIMIT, type PolicyLanguage } from "@sallyport/contract/policies";
import { EvaluationError, type PolicyEngine, PolicyLoadError, type PreparedPolicy } from "./engine.ts";

export interface Program {
  language: PolicyLanguage;
  source: string;
}

export interface PreparedProgram {
  engine: PolicyEngine;
  prepared: PreparedPolicy;
}

/** Sizes and the choice of the engine, once, in front of every engine. Throws as `PolicyEngine.prepare` does. */
export async function prepareProgram(engines: readonly PolicyEngine[], program: Program): Promise<PreparedProgram> {
  const { language, source } = program;
  if (Buffer.byteLength(source) > POLICY_SOURCE_LIMIT) {
    throw new PolicyLoadError([{ message: `the source is larger than ${POLICY_SOURCE_LIMIT} bytes` }]);
  }
  if (!source.isWellFormed()) {
    throw new PolicyLoadError([{ message: "the source holds half of a surrogate pair, which has no UTF-8 form" }]);
  }
  const engine = engines.find(({ languages }) => languages.includes(language));
  if (engine === undefined) {
    const known = [...new Set(engines.flatMap(({ languages }) => languages))].join(", ") || "none";
    throw new EvaluationError(
      "unavailable",
      `no engine here runs ${language} policies (languages at hand: ${known}): set a policy in one of those`,
    );
  }
  return { engine, prepared: await engine.prepare({ language, source, digest: sha256(source) }) };
}

interface Kept {
  preparing: Promise<PreparedProgram>;
  users: number;
  dropped: boolean;
}

/** Programs stay prepared while they are used; the one not used for longest makes room. */
export class PreparedPrograms {
  readonly #engines: readonly PolicyEngine[];
  readonly #limit: number;
  readonly #programs = new Map<string, Kept>();

  constructor(engines: readonly PolicyEngine[], limit: number) {
    this.#engines = engines;
    this.#limit = limit;
  }

  /** Runs something with a program that stays prepared until it is done. Rejects as `prepareProgram` throws. */
  async use<T>(key: string, program: Program, run: (prepared: PreparedProgram) => Promise<T>): Promise<T> {
    const kept = this.#keep(key, program);
    kept.users += 1;
    try {
      return await run(await kept.preparing);
    } finally {
      kept.users -= 1;
      if (kept.dropped) release(kept);
    }
  }

  close(): void {
    for (const key of [...this.#programs.keys()]) this.#drop(key);
  }

  #keep(key: string, program: Program): Kept {
    const known = this.#programs.get(key);
    const kept = known ?? { preparing: prepareProgram(this.#engines, program), users: 0, dropped: false };
    this.#programs.delete(key);
    this.#programs.set(key, kept);
    if (known !== undefined) return kept;
    // A failure is not kept: what was missing may be there for the next call.
    kept.preparing.catch(() => {
      if (this.#programs.get(key) === kept) this.#programs.delete(key);
    });
    for (const oldest of this.#programs.keys()) {
      if (this.#programs.size <= this.#limit) break;
      this.#drop(oldest);
    }
    return kept;
  }

  #drop(key: string): void {
    const kept = this.#programs.get(key);
    if (kept === undefined) return;
    this.#programs.delete(key);
    kept.dropped = true;
    release(kept);
  }
}

/** Lets go of a dropped program once nobody is in the middle of using it. */
function release({ preparing, users }: Kept): void {
  if (users === 0) preparing.then(({ prepared }) => prepared.release()).catch(() => undefined);
}

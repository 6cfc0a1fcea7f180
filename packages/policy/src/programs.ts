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

/** Programs stay prepared while they are used; the one not used for longest makes room. */
export class PreparedPrograms {
  readonly #engines: readonly PolicyEngine[];
  readonly #limit: number;
  readonly #programs = new Map<string, Promise<PreparedProgram>>();

  constructor(engines: readonly PolicyEngine[], limit: number) {
    this.#engines = engines;
    this.#limit = limit;
  }

  get(key: string, program: Program): Promise<PreparedProgram> {
    const known = this.#programs.get(key);
    const preparing = known ?? prepareProgram(this.#engines, program);
    this.#programs.delete(key);
    this.#programs.set(key, preparing);
    if (known !== undefined) return preparing;
    // A failure is not kept: what was missing may be there for the next call.
    preparing.catch(() => {
      if (this.#programs.get(key) === preparing) this.#programs.delete(key);
    });
    for (const oldest of this.#programs.keys()) {
      if (this.#programs.size <= this.#limit) break;
      this.#drop(oldest);
    }
    return preparing;
  }

  close(): void {
    for (const key of [...this.#programs.keys()]) this.#drop(key);
  }

  #drop(key: string): void {
    const preparing = this.#programs.get(key);
    this.#programs.delete(key);
    preparing?.then(({ prepared }) => prepared.release()).catch(() => undefined);
  }
}

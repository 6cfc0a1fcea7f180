import type { PolicyCheck, PolicyDiagnostic, PolicyLanguage } from "@sallyport/contract/policies";
import { EvaluationError, type PolicyEngine, PolicyLoadError } from "./engine.ts";
import { runPolicyTests } from "./policy-tests.ts";
import { prepareProgram } from "./programs.ts";
import { checkTypes } from "./type-check/check-types.ts";

/** Everything there is to know about a program before it may become active: size, types, load, its own tests. */
export interface PolicyChecker {
  /** As `check`, but for types: for a program whose types were checked when it was written, such as a shipped mode. */
  load(policy: { language: PolicyLanguage; source: string }): Promise<PolicyCheck>;
  check(policy: { language: PolicyLanguage; source: string }): Promise<PolicyCheck>;
  close(): Promise<void>;
}

export interface CheckerPowers {
  engines: readonly PolicyEngine[];
}

/** Checks programs in the engines that will run them. Closing it closes nothing of the engines. */
export function createChecker({ engines }: CheckerPowers): PolicyChecker {
  return {
    async load(policy) {
      const { errors, tests } = await loadAndTest(engines, policy);
      const types = policy.language === "typescript" ? "not_checked" : "not_applicable";
      return { valid: errors.length === 0, errors, tests, types };
    },

    async check(policy) {
      const { loaded, errors, tests } = await loadAndTest(engines, policy);
      if (policy.language !== "typescript")
        return { valid: errors.length === 0, errors, tests, types: "not_applicable" };
      if (!loaded) return { valid: false, errors, tests, types: "not_checked" };
      const types = await checkTypes(policy.source);
      const all = [...errors, ...types.errors];
      return { valid: all.length === 0, errors: all, tests, types: types.outcome };
    },

    async close() {},
  };
}

interface Ran {
  loaded: boolean;
  errors: PolicyDiagnostic[];
  tests: PolicyCheck["tests"];
}

async function loadAndTest(
  engines: readonly PolicyEngine[],
  policy: { language: PolicyLanguage; source: string },
): Promise<Ran> {
  try {
    const { engine, prepared } = await prepareProgram(engines, policy);
    try {
      return { loaded: true, ...(await runPolicyTests(engine, prepared)) };
    } finally {
      prepared.release();
    }
  } catch (error) {
    if (error instanceof PolicyLoadError) return { loaded: false, errors: [...error.diagnostics], tests: NO_TESTS };
    if (error instanceof EvaluationError)
      return { loaded: false, errors: [{ message: error.message }], tests: NO_TESTS };
    throw error;
  }
}

const NO_TESTS = { total: 0, passed: 0, failed: 0 };

import type { CallContext, Decision, PolicyCall } from "@sallyport/contract/decisions";
import { sha256 } from "@sallyport/contract/digests";
import type { PolicyVersion } from "@sallyport/contract/policies";
import { EvaluationError, type PolicyEngine, PolicyLoadError } from "./engine.ts";
import { type Answer, evaluate } from "./evaluate.ts";
import { PreparedPrograms } from "./programs.ts";

/** May this principal make this call? The one question, wherever the answer is worked out. */
export interface Decider {
  /** Decides under the agent's active policy (`context.agent`). Rejects with `EvaluationError`; a rejection means: not executed. */
  decide(call: PolicyCall, context: CallContext): Promise<Decision>;
  /** Releases its prepared programs. The engines stay open: they belong to whoever opened them. */
  close(): Promise<void>;
}

export interface DeciderPowers {
  /** The active policy, read on every decision: answer the same object as long as it is the same version. */
  active(agent: string): Promise<PolicyVersion | null>;
  engines: readonly PolicyEngine[];
}

const PROGRAMS_KEPT = 16;

/** Decides calls with the policy programs that are active, each prepared once. */
export function createDecider({ active, engines }: DeciderPowers): Decider {
  const programs = new PreparedPrograms(engines, PROGRAMS_KEPT);
  const keys = new WeakMap<PolicyVersion, string>();
  const keyOf = (policy: PolicyVersion) => {
    const key = keys.get(policy) ?? `${policy.language}:${sha256(policy.source)}`;
    keys.set(policy, key);
    return key;
  };

  return {
    async decide(call, context) {
      const policy = await active(context.agent);
      if (policy === null) {
        throw new EvaluationError(
          "no_policy",
          `agent \`${context.agent}\` has no policy: set one with \`sallyport modes set\``,
        );
      }
      const interactive = context.interactive && !policy.non_interactive;
      const answer = await programs
        .use(keyOf(policy), policy, ({ engine, prepared }) =>
          evaluate(engine, prepared, call, { ...context, interactive }),
        )
        .catch(rethrowLoad);
      return { ...settle(answer, interactive), policy: { version: policy.version, digest: policy.digest } };
    },

    async close() {
      programs.close();
    },
  };
}

/** The one place where an ask that nobody can answer becomes a denial: for the mode `non-interactive` and for agents without a person. */
function settle(answer: Answer, interactive: boolean): Answer {
  if (answer.decision !== "ask" || interactive) return answer;
  const reason = answer.rationale === "" ? "" : `: ${answer.rationale}`;
  return { decision: "deny_continue", rationale: `nobody can be asked${reason}` };
}

function rethrowLoad(error: unknown): never {
  if (!(error instanceof PolicyLoadError)) throw error;
  const [{ message, line } = { message: error.message, line: undefined }] = error.diagnostics;
  throw new EvaluationError(
    "unavailable",
    `the active policy cannot be loaded: ${message}${line === undefined ? "" : ` (line ${line})`}`,
  );
}

import type { CallContext } from "@sallyport/contract/decisions";
import type { PolicyLanguage } from "@sallyport/contract/policies";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EvaluationError, type PolicyEngine, type PreparedPolicy } from "../engine.ts";
import { type Answer, evaluate } from "../evaluate.ts";
import { prepareProgram } from "../programs.ts";
import { type PolicyCase, readCases } from "./case.ts";

const CONTEXT: CallContext = {
  principal: "agent",
  agent: "default",
  server: "files",
  tool: "read",
  safety: "mutating",
  annotations: {},
  mode: "custom",
  interactive: true,
  session: "s1",
};

/** What every engine must make of the case suite, whatever it is built on. */
export function runEngineConformance(
  name: string,
  open: () => PolicyEngine,
  languages: readonly PolicyLanguage[],
): void {
  describe(`${name} on the case suite`, { timeout: 30_000 }, () => {
    let engine: PolicyEngine;
    let good: PreparedPolicy;
    beforeAll(async () => {
      engine = open();
      good = (await prepareProgram([engine], GOOD)).prepared;
    });
    afterAll(() => engine.close());

    const known = (cases: PolicyCase[]) => cases.filter(({ language }) => languages.includes(language));

    it.each([...known(readCases("answers")), ...known(readCases("pure"))])("$note", async (policy) => {
      expect(await outcomes(engine, policy)).toEqual(Array(policy.repeat).fill(wanted(policy)));
    });

    it.each(known(readCases("hostile")))("$note, and the next decision is right", async (policy) => {
      const [got] = await outcomes(engine, policy);
      expect(got).toEqual(wanted(policy));
      expect(await evaluate(engine, good, CALL, CONTEXT)).toEqual({ decision: "ask", rationale: "files_read" });
    });
  });
}

const CALL = { name: "files_read", arguments: {} };
const GOOD = {
  language: "javascript",
  source: "export default (call) => ({ decision: 'ask', rationale: call.name });",
} as const;

async function outcomes(engine: PolicyEngine, policy: PolicyCase): Promise<(Answer | string)[]> {
  const { prepared } = await prepareProgram([engine], { language: policy.language, source: policy.policy });
  const call = policy.callJson === undefined ? policy.call : JSON.parse(policy.callJson);
  const all: (Answer | string)[] = [];
  for (let round = 0; round < policy.repeat; round += 1) {
    all.push(await evaluate(engine, prepared, call, CONTEXT).catch(kindOf));
  }
  prepared.release();
  return all;
}

function kindOf(error: unknown): string {
  if (error instanceof EvaluationError) return error.kind;
  throw error;
}

function wanted({ want, error, errors }: PolicyCase): unknown {
  return errors === undefined ? (want ?? error) : expect.toBeOneOf(errors);
}

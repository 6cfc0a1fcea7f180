import { type CallContext, callContext, policyCall, verdict } from "@sallyport/contract/decisions";
import type { PolicyCheck, PolicyDiagnostic } from "@sallyport/contract/policies";
import { z } from "zod";
import { EvaluationError, type PolicyEngine, type PreparedPolicy } from "./engine.ts";
import { evaluate } from "./evaluate.ts";

const MOST_TESTS = 1000;
/** All tests of a program together may take this long. */
const TESTS_TIMEOUT_MS = 10_000;

const policyTest = z.strictObject({
  call: policyCall.partial({ arguments: true }),
  context: callContext.partial().optional(),
  decision: verdict,
});

const policyTests = z.array(policyTest).max(MOST_TESTS);

/** What a test does not say about its call. */
const TEST_CONTEXT: CallContext = {
  principal: "agent",
  agent: "test",
  server: "test",
  tool: "test",
  safety: "mutating",
  annotations: {},
  mode: "custom",
  interactive: true,
  session: "test",
};

/** Runs `export const tests` up to the first mismatch, which is named. */
export async function runPolicyTests(
  engine: PolicyEngine,
  prepared: PreparedPolicy,
): Promise<{ errors: PolicyDiagnostic[]; tests: PolicyCheck["tests"] }> {
  const parsed = policyTests.safeParse(prepared.tests ?? []);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const where = ["tests", ...(issue?.path ?? [])].join(".");
    return failed(
      0,
      0,
      0,
      `\`${where}\` is not a test: write \`{call: {name, arguments?}, context?, decision}\` (${issue?.message})`,
    );
  }
  const tests = parsed.data;
  const deadline = performance.now() + TESTS_TIMEOUT_MS;
  for (const [index, test] of tests.entries()) {
    if (performance.now() > deadline) {
      return failed(tests.length, index, 0, `the tests did not end within ${TESTS_TIMEOUT_MS / 1000} s`);
    }
    const call = { name: test.call.name, arguments: test.call.arguments ?? {} };
    // A partial context has no explicit undefined in it: it was JSON.
    const context = { ...TEST_CONTEXT, tool: call.name, ...test.context } as CallContext;
    const got = await evaluate(engine, prepared, call, context).then(
      ({ decision }) => decision,
      (error: unknown) => {
        if (error instanceof EvaluationError) return error;
        throw error;
      },
    );
    if (got === test.decision) continue;
    const instead = got instanceof EvaluationError ? `failed: ${got.message}` : `decided \`${got}\``;
    return failed(
      tests.length,
      index,
      1,
      `test ${index + 1} (\`${call.name}\`) wants \`${test.decision}\`, but the policy ${instead}`,
    );
  }
  return { errors: [], tests: { total: tests.length, passed: tests.length, failed: 0 } };
}

function failed(total: number, passed: number, failures: number, message: string) {
  return { errors: [{ message }], tests: { total, passed, failed: failures } };
}

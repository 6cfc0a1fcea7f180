import type { AskOption } from "@sallyport/contract/decisions";
import { type CallContext, type PolicyCall, policyAnswer, type Verdict } from "@sallyport/contract/decisions";
import { visibleReason } from "@sallyport/contract/visible-text";
import { EvaluationError, type PolicyEngine, type PreparedPolicy } from "./engine.ts";

/** Milliseconds a program has for one decision. */
const DECISION_TIMEOUT_MS = 250;
const INPUT_LIMIT_BYTES = 1024 * 1024;
const INPUT_DEPTH = 200;
const OUTPUT_LIMIT_BYTES = 16 * 1024;

export interface Answer {
  decision: Verdict;
  /** One visible line of at most 500 characters; empty where the program gave none. */
  rationale: string;
  options?: AskOption[];
}

/**
 * One decision of one program, with everything that is the same for all engines: sizes in and out, the exact shape of
 * the answer, a rationale that can be shown. Throws `EvaluationError` for anything else than a usable answer.
 */
export async function evaluate(
  engine: PolicyEngine,
  prepared: PreparedPolicy,
  call: PolicyCall,
  context: CallContext,
): Promise<Answer> {
  const raw = await engine.decide(prepared, inputJson(call, context), { timeoutMs: DECISION_TIMEOUT_MS });
  if (Buffer.byteLength(raw) > OUTPUT_LIMIT_BYTES) {
    throw new EvaluationError("too_large", `the policy answered more than ${OUTPUT_LIMIT_BYTES} bytes`);
  }
  const { decision, rationale = "", options } = exactAnswer(raw);
  return { decision, rationale: visibleReason(rationale), ...(options === undefined ? {} : { options }) };
}

function inputJson(call: PolicyCall, context: CallContext): string {
  if (deeperThan(call.arguments, INPUT_DEPTH) || deeperThan(context.annotations, INPUT_DEPTH)) {
    throw new EvaluationError("too_large", `the arguments are nested more than ${INPUT_DEPTH} deep`);
  }
  const text = JSON.stringify({ name: call.name, arguments: call.arguments, context });
  if (Buffer.byteLength(text) > INPUT_LIMIT_BYTES) {
    throw new EvaluationError(
      "too_large",
      `the call is larger than the ${INPUT_LIMIT_BYTES} bytes a policy can be asked about`,
    );
  }
  return text;
}

/** Looks breadth first, so that a value nested a million deep costs no stack. */
function deeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= limit) return true;
    level = level
      .flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []))
      .filter(isNested);
  }
  return false;
}

const isNested = (value: unknown) => typeof value === "object" && value !== null;

function exactAnswer(raw: string) {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    throw new EvaluationError("bad_answer", "the policy's answer is not JSON");
  }
  const parsed = policyAnswer.safeParse(value);
  // `__proto__` is an ordinary key in JSON, but schemas look the other way.
  if (!parsed.success || (typeof value === "object" && value !== null && Object.hasOwn(value, "__proto__"))) {
    const issue = parsed.error?.issues[0];
    const where = issue === undefined || issue.path.length === 0 ? "" : ` (\`${issue.path.join(".")}\`)`;
    const wanted = 'answer `{decision: "allow" | "ask" | "deny_continue" | "deny_abort", rationale}`';
    throw new EvaluationError("bad_answer", `the policy gave no usable answer${where}: ${wanted}`);
  }
  return parsed.data;
}

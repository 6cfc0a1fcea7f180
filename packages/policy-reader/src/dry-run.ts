import { type CallContext, callContext, type Decision, type PolicyCall } from "@sallyport/contract/decisions";
import { Fault } from "@sallyport/contract/faults";
import type { JsonObject } from "@sallyport/contract/json";
import { EvaluationError } from "@sallyport/policy";
import type { PolicyReaderPowers } from "./powers.ts";
import { createTokenBucket } from "./token-bucket.ts";

/** Dry decisions an agent may ask for: this many at once, then this many a second. */
const AGENT_BURST = 100;
const AGENT_DECISIONS_PER_SECOND = 10;

/** Decides calls that nobody makes: no record, no approval, no notification. */
export interface DryRun {
  /** @param stated facts the caller states; a person's are taken, an agent's are replaced by the host's */
  decide(call: PolicyCall, stated?: JsonObject): Promise<Decision>;
  decideBatch(calls: readonly PolicyCall[]): Promise<Decision[]>;
}

export function createDryRun(powers: Pick<PolicyReaderPowers, "face" | "policies" | "decider" | "now">): DryRun {
  const { face, policies, decider, now = () => performance.now() } = powers;
  const bucket = createTokenBucket({ burst: AGENT_BURST, perSecond: AGENT_DECISIONS_PER_SECOND, now });

  const admit = (count: number) => {
    if (face.principal === "human" || bucket.take(count)) return;
    throw new Fault(
      "rate_limited",
      `an agent gets ${AGENT_DECISIONS_PER_SECOND} dry decisions a second, ${AGENT_BURST} at once; wait a moment`,
    );
  };
  const context = async (stated: Partial<CallContext> = {}): Promise<CallContext> => ({
    principal: "agent",
    agent: face.agent,
    server: "",
    tool: "",
    safety: "mutating",
    annotations: {},
    mode: (await policies.active(face.agent))?.mode ?? "",
    interactive: true,
    session: "",
    ...stated,
  });

  return {
    decide: async (call, stated) => {
      admit(1);
      const taken = face.principal === "human" && stated !== undefined ? statedFacts(stated, face.agent) : {};
      return decider.decide(call, await context(taken)).catch(throwFault);
    },
    decideBatch: async (calls) => {
      admit(calls.length);
      const shared = await context();
      return Promise.all(calls.map((call) => decider.decide(call, shared).catch(throwFault)));
    },
  };
}

function statedFacts(stated: JsonObject, agent: string): Partial<CallContext> {
  const parsed = callContext.partial().safeParse(stated);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Fault("invalid_input", `\`${["context", ...(issue?.path ?? [])].join(".")}\`: ${issue?.message}`);
  }
  if (parsed.data.agent !== undefined && parsed.data.agent !== agent) {
    throw new Fault("invalid_input", `\`context.agent\`: this server answers for agent \`${agent}\`; leave it out`);
  }
  // Only keys that were stated are in the parsed object, so none can blank out a default.
  return Object.fromEntries(Object.entries(parsed.data).filter(([, fact]) => fact !== undefined));
}

function throwFault(error: unknown): never {
  if (!(error instanceof EvaluationError)) throw error;
  throw new Fault("evaluator_error", `${error.message}; a call would not be executed`, { kind: error.kind });
}

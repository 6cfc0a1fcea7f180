import type { PolicyStamp } from "@sallyport/contract/decisions";
import { Fault } from "@sallyport/contract/faults";
import type { Database, Writing } from "../database.ts";
import type { DecidedCall, EndedCall, GateLedger } from "../facets/gate-ledger.ts";
import { StoreError } from "../store-error.ts";
import { isStopped, stopAgent } from "./abort-latches.ts";
import { insertCall, updateEndedCall } from "./calls.ts";
import { activeStamp } from "./policies.ts";

type Outcome = Awaited<ReturnType<GateLedger["recordDecision"]>>;

interface Entry {
  /** Must survive a loss of power, and so must all that is written with it. */
  isLasting: boolean;
  write(writing: Writing): Promise<Outcome>;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/** How long an end may wait for a decision to be written with, in milliseconds. */
const END_WAITS_MS = 2;

/**
 * Group commit: decisions of one turn of the event loop are written in one transaction, and ends that came before go with
 * them, for nobody's dispatch waits for an end. An entry that cannot be written (a call id used twice) must not take the
 * others down, so a batch that fails for anything but the store itself is written again entry by entry. A decision that
 * stops an agent goes over the durable connection.
 */
export function createGateLedger(quick: Database, durable: Database): GateLedger & { settled(): Promise<void> } {
  let waiting: Entry[] = [];
  let writing: Promise<unknown> = Promise.resolve();
  let soon: NodeJS.Immediate | undefined;
  let later: NodeJS.Timeout | undefined;

  function enqueue(write: Entry["write"], isLasting = false): Promise<Outcome> {
    return new Promise((resolve, reject) => waiting.push({ isLasting, write, resolve, reject }));
  }

  function flush(): void {
    clearImmediate(soon);
    clearTimeout(later);
    soon = later = undefined;
    const batch = waiting;
    waiting = [];
    writing = writeBatch(batch.some(({ isLasting }) => isLasting) ? durable : quick, batch);
  }

  return {
    recordDecision(call) {
      soon ??= setImmediate(flush);
      return enqueue((writing) => writeDecision(writing, call), stopsAgent(call));
    },
    async recordEnd(call) {
      later ??= setTimeout(flush, END_WAITS_MS);
      await enqueue((writing) => writeEnd(writing, call));
    },
    async settled() {
      if (waiting.length > 0) flush();
      await writing;
    },
  };
}

async function writeBatch(database: Database, batch: readonly Entry[]): Promise<void> {
  if (batch.length === 0) return;
  try {
    const outcomes = await database.write(async (writing) => {
      const outcomes: Outcome[] = [];
      for (const entry of batch) outcomes.push(await entry.write(writing));
      return outcomes;
    });
    batch.forEach((entry, index) => {
      entry.resolve(outcomes[index] ?? "recorded");
    });
  } catch (error) {
    if (error instanceof StoreError || batch.length === 1) {
      for (const entry of batch) entry.reject(error);
      return;
    }
    for (const entry of batch) await writeBatch(database, [entry]);
  }
}

async function writeDecision(writing: Writing, call: DecidedCall): Promise<Outcome> {
  if (call.policy !== undefined) {
    const active = await activeStamp(writing, call.agent);
    if (active?.version !== call.policy.version || active.digest !== call.policy.digest) return "policy_changed";
  }
  if (mayRun(call) && (await isStopped(writing, call.agent))) return "agent_aborted";
  await insertCall(writing, call);
  writing.record({
    agent: call.agent,
    phase: "policy",
    action: "call-decided",
    status: DECISION_STATUS[call.verdict],
    server: call.server,
    tool: call.tool,
    call_id: call.call_id,
    verdict: call.verdict,
    ...(call.policy && { policy: { version: call.policy.version, digest: call.policy.digest } }),
    ...(call.error && { error: { code: call.error.code, message: call.error.message } }),
  });
  if (stopsAgent(call)) {
    const { agent, call_id, verdict, policy, rationale } = call;
    const reason = rationale || `the policy refused \`${call.name}\` and stopped the agent`;
    const cause = { call_id, verdict, policy: { version: policy.version, digest: policy.digest } };
    await stopAgent(writing, { agent, by: `policy version ${policy.version}`, reason, cause });
  }
  return "recorded";
}

/** An agent's call that runs, or will once a person says so. A person's own calls are not the agent's. */
function mayRun({ principal, verdict }: DecidedCall): boolean {
  return principal === "agent" && (DECISION_STATUS[verdict] === "allowed" || verdict === "policy_ask");
}

/** The policy's own word. Without its stamp it is a refusal of an agent that is stopped already, perhaps resumed since. */
function stopsAgent(call: DecidedCall): call is DecidedCall & { policy: PolicyStamp } {
  return call.verdict === "policy_deny_abort" && call.policy !== undefined;
}

async function writeEnd(writing: Writing, call: EndedCall): Promise<Outcome> {
  if (!(await updateEndedCall(writing, call))) {
    throw new Fault("not_found", `no decided call \`${call.call_id}\` is open; record its decision first`);
  }
  writing.record({
    agent: call.agent,
    phase: "call",
    action: "call-ended",
    status: call.status,
    server: call.server,
    tool: call.tool,
    call_id: call.call_id,
    duration_ms: call.duration_ms,
    ...(call.error && { error: { code: call.error.code, message: call.error.message } }),
    ...(call.violation_type !== undefined && { violation_type: call.violation_type }),
  });
  return "recorded";
}

const DECISION_STATUS: Readonly<Record<DecidedCall["verdict"], string>> = {
  policy_allow: "allowed",
  grant_allow: "allowed",
  user_approve: "allowed",
  policy_ask: "asked",
  policy_deny_continue: "denied",
  policy_deny_abort: "denied",
  user_deny_continue: "denied",
  user_deny_abort: "denied",
  expired: "denied",
  caller_gone: "denied",
  evaluator_error: "error",
};

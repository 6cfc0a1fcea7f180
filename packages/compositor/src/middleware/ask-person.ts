import type { AbortLatch } from "@sallyport/contract/agents";
import { type ApprovalRecord, DECIDABLE_STATES, type SettledCall } from "@sallyport/contract/approvals";
import type { JsonObject } from "@sallyport/contract/json";
import type { ApprovalRequest } from "@sallyport/store";
import type { Elicitor } from "../elicitation/elicitor.ts";
import { settleAfterMs } from "../hosts/settle-rules.ts";
import type { Mount } from "../mounts/mount.ts";
import { answered } from "../pipeline/answered.ts";
import type { GateCall } from "../pipeline/gate-call.ts";
import { type Patience, startPatience, whileItLasts } from "../pipeline/patience.ts";
import type { KeptCall, Replays } from "../pipeline/replays.ts";
import { settledResult } from "../pipeline/settled.ts";
import { tellWaiting, type WaitingFor } from "../pipeline/tell-waiting.ts";
import type { WaitingRoom } from "../pipeline/waiting-room.ts";
import type { CompositorLimits, CompositorPowers } from "../powers.ts";
import type { ApprovalRefusals } from "./approval-refusals.ts";
import type { Audit } from "./audit.ts";

export interface AskParts {
  audit: Audit;
  refusals: ApprovalRefusals;
  waitingRoom: WaitingRoom;
  replays: Replays;
  elicit: Elicitor;
  isMounted: (mount: Mount) => boolean;
}

/** What came of asking: an approval, claimed for this call, or a result for a call that is not to be sent. */
export type Asked = { kind: "claimed"; record: ApprovalRecord } | { kind: "answered"; result: JsonObject };

/** How often one call may ask anew because an identical one used up the answer it waited for. */
const MOST_ASKS = 64;

/** Puts a call to a person and waits, for as long as its host waits for it. Throws the refusal where the answer is no. */
export function createAsker(
  powers: Pick<CompositorPowers, "agent" | "instance" | "store" | "settle" | "approvalPage"> & {
    limits: CompositorLimits;
  },
  { audit, refusals, waitingRoom, replays, elicit, isMounted }: AskParts,
): (call: GateCall, request: ApprovalRequest) => Promise<Asked> {
  const { approvals, latches, events } = powers.store;
  const { refuse, stored, report } = refusals;

  return async (call, request) => {
    const { request: incoming } = call.incoming;
    const waiting: { for: WaitingFor } = { for: { words: "waiting for an approval" } };
    const patience = startPatience(patienceMs(call));
    const stopTelling = tellWaiting(incoming, powers.limits.approvalProgressMs, () => waiting.for);
    try {
      const kept = replays.find(request);
      const replayed = kept && (await replay(call, kept, patience, waiting));
      return replayed ?? (await ask(call, request, patience, waiting));
    } finally {
      stopTelling();
      patience.end();
    }
  };

  function patienceMs({ incoming: { session, request } }: GateCall): number | null {
    if (session.kind === "host") return null;
    const name = session.client?.info.name ?? "";
    return settleAfterMs({ name, givesToken: request.progressToken !== undefined }, powers.settle);
  }

  async function ask(
    call: GateCall,
    request: ApprovalRequest,
    patience: Patience,
    waiting: { for: WaitingFor },
  ): Promise<Asked> {
    const caller = call.incoming.request.signal;
    for (let asks = 0; asks < MOST_ASKS; asks += 1) {
      const outcome = await stored(call, () => approvals.ask(request));
      if (outcome.kind === "claimed") return { kind: "claimed", record: outcome.record };
      if (outcome.kind === "too_many") {
        const reason = `too many pending: ${outcome.pending} calls already wait for a person`;
        throw await refuse(call, "policy_deny_continue", "policy_denied_continue", reason);
      }
      if (outcome.kind === "agent_aborted") throw await audit.refuseStopped(call, await latchOf(call));
      const { approval_id, server } = outcome.record;
      waiting.for = waitingFor(`waiting for approval ${approval_id}`, approval_id);
      // Taken away since the call came in: what waited for it was cancelled before this question was put.
      if (!isMounted(call.incoming.entry.mount)) await stored(call, () => approvals.cancelMount(powers.agent, server));
      const wait = () => stored(call, () => waitingRoom.wait(approval_id, { caller, over: patience.over }));
      // A client is asked once a call, however often the call asks.
      const waited = await (asks === 0 ? elicit(call, outcome.record, wait) : wait());
      if (waited === "gone") {
        if (!waitingRoom.hasOthers(approval_id)) await approvals.orphan(approval_id, powers.instance).catch(report);
        throw await refuse(call, "caller_gone", "policy_denied_continue", "the caller is gone");
      }
      const record = waited === "late" ? await stored(call, () => leaveQuestion(approval_id)) : waited;
      if (waited === "late" && record !== null && DECIDABLE_STATES.includes(record.state))
        return settle(call, { approval_id, state: "pending", expires_at: record.expires_at });
      // What stops an agent cancels what waits for it.
      const latch = record?.state === "cancelled" ? await latchOf(call) : null;
      if (latch !== null) throw await audit.refuseStopped(call, latch);
      const answer = answered(record);
      if (answer.kind === "no") {
        // Before the caller hears it: its next identical call is a new question.
        if (outcome.kind !== "refused") await approvals.heard(approval_id).catch(report);
        throw await refuse(call, answer.word, answer.error, answer.reason, { approval_id });
      }
      if (answer.kind === "yes") {
        const claimed = await stored(call, () => approvals.claim(approval_id, powers.instance));
        if (claimed !== null) return { kind: "claimed", record: claimed };
      }
    }
    throw await refuse(call, "expired", "policy_denied_continue", "identical calls keep using up the answers");
  }

  /** Leaves a question to the repeat, or to others who wait on it. Answers how it stands: a person may have been quicker, or have given it more time. */
  async function leaveQuestion(approvalId: string): Promise<ApprovalRecord | null> {
    if (!waitingRoom.hasOthers(approvalId)) await approvals.orphan(approvalId, powers.instance);
    return approvals.get(approvalId);
  }

  /** The outcome of the identical call whose caller left; null where that was never sent. */
  async function replay(
    call: GateCall,
    { approvalId, ended }: KeptCall,
    { over }: Patience,
    waiting: { for: WaitingFor },
  ): Promise<Asked | null> {
    waiting.for = waitingFor(`approved as ${approvalId} and running`, approvalId);
    const how = await whileItLasts(ended, { caller: call.incoming.request.signal, over });
    if (how === "gone") throw await refuse(call, "caller_gone", "policy_denied_continue", "the caller is gone");
    if (how === "late") return settle(call, { approval_id: approvalId, state: "running", expires_at: null });
    if (how.kind === "not_sent") return null;
    await note(call, "call-replayed", approvalId, how.kind === "result" ? "ok" : "error");
    if (how.kind === "error") throw how.error;
    return { kind: "answered", result: how.result };
  }

  async function settle(
    call: GateCall,
    where: Pick<SettledCall, "approval_id" | "state" | "expires_at">,
  ): Promise<Asked> {
    const settled: SettledCall = { settled: true, ...where, executed: where.state === "running" };
    await note(call, "call-settled", where.approval_id, where.state);
    const page = powers.approvalPage?.(where.approval_id);
    return { kind: "answered", result: settledResult(call.incoming.entry, settled, page) };
  }

  async function note({ incoming }: GateCall, action: string, subject: string, status: string): Promise<void> {
    const { id, entry } = incoming;
    const where = { server: entry.mount.name, tool: entry.tool, call_id: id, subject };
    await events.append({ agent: powers.agent, phase: "call", action, status, ...where }).catch(report);
  }

  function waitingFor(words: string, approvalId: string): WaitingFor {
    const page = powers.approvalPage?.(approvalId);
    return page === undefined ? { words } : { words, page };
  }

  function latchOf(call: GateCall): Promise<AbortLatch | null> {
    return stored(call, () => latches.latch(powers.agent));
  }
}

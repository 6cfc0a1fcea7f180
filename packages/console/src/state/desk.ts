import { type ReadonlySignal, signal } from "@preact/signals";
import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { Fault } from "@sallyport/contract/faults";
import { approve, deny, extend, revoke } from "@sallyport/contract/policy-approver";
import { visibleLine } from "@sallyport/contract/visible-text";
import type { Link } from "../mcp/link.ts";
import { LinkError } from "../mcp/messages.ts";
import { callTool } from "../mcp/tools.ts";
import type { Approvals } from "./approvals.ts";
import { failureWords } from "./failure-words.ts";

/** The latest thing a person did here, after the store had it. */
interface DoneDecision {
  id: string;
  name: string;
  what: "allowed" | "denied" | "stopped" | "taken back";
  /** What it leads to, for a person. */
  words: string;
  at: number;
}

/** What was not done: somebody was first, time was up, nobody answered. */
interface Missed {
  id: string;
  what: "decision" | "time";
  name: string;
  words: string;
}

/** A person's decisions. Each resolves when it is durable or refused, and never rejects. */
export interface Desk {
  readonly busy: ReadonlySignal<ReadonlySet<string>>;
  readonly done: ReadonlySignal<DoneDecision | null>;
  readonly missed: ReadonlySignal<Missed | null>;
  allow(record: ApprovalRecord, option?: string): Promise<boolean>;
  deny(record: ApprovalRecord, reason: string): Promise<boolean>;
  stop(record: ApprovalRecord, reason: string): Promise<boolean>;
  takeBack(id: string, name: string): Promise<boolean>;
  /** Lets it wait an hour longer. */
  extend(record: ApprovalRecord): Promise<boolean>;
}

const APPROVER = "policy_approver";

export function openDesk(link: Link, approvals: Approvals): Desk {
  const busy = signal<ReadonlySet<string>>(new Set());
  const done = signal<DoneDecision | null>(null);
  const missed = signal<Missed | null>(null);

  async function attempt(
    { approval_id: id, name }: Pick<ApprovalRecord, "approval_id" | "name">,
    what: Missed["what"],
    act: () => Promise<void>,
  ): Promise<boolean> {
    if (busy.value.has(id)) return false;
    busy.value = new Set([...busy.value, id]);
    try {
      await act();
      missed.value = null;
      return true;
    } catch (error) {
      missed.value = { id, what, name: visibleLine(name), words: missedWords(error) };
      return false;
    } finally {
      // Read again before it is no longer busy: what is shown then is how it stands.
      await Promise.allSettled([approvals.waiting.reload(), approvals.refresh(id)]);
      busy.value = new Set([...busy.value].filter((each) => each !== id));
    }
  }

  function decide(
    record: Pick<ApprovalRecord, "approval_id" | "name">,
    what: DoneDecision["what"],
    call: () => Promise<string>,
  ): Promise<boolean> {
    return attempt(record, "decision", async () => {
      const words = await call();
      done.value = { id: record.approval_id, name: visibleLine(record.name), what, words, at: Date.now() };
    });
  }

  return {
    busy,
    done,
    missed,
    allow: (record, option) =>
      decide(record, "allowed", async () => {
        const input = { id: record.approval_id, ...(option !== undefined && { option }) };
        const { runs } = await callTool(link, APPROVER, approve, input);
        return runs === "now" ? "it runs now" : "it runs when the agent makes the identical call again";
      }),
    deny: (record, reason) =>
      decide(record, "denied", async () => {
        await callTool(link, APPROVER, deny, { id: record.approval_id, reason });
        return reason === "" ? "the agent is told no" : "the agent is told no, and why";
      }),
    stop: (record, reason) =>
      decide(record, "stopped", async () => {
        await callTool(link, APPROVER, deny, { id: record.approval_id, reason, stop_agent: true });
        return `agent ${record.agent} is stopped; \`sallyport agents resume ${record.agent}\` lets it go on`;
      }),
    takeBack: (id, name) =>
      decide({ approval_id: id, name }, "taken back", async () => {
        await callTool(link, APPROVER, revoke, { id });
        return "it will not run";
      }),
    extend: (record) =>
      attempt(record, "time", async () => {
        await callTool(link, APPROVER, extend, { id: record.approval_id });
      }),
  };
}

function missedWords(error: unknown): string {
  if (error instanceof LinkError && error.kind === "unreachable") {
    return "the gateway does not answer, so it is not known whether this was done; look again when it is back";
  }
  if (!(error instanceof Fault) || error.code !== "already_decided") return failureWords(error);
  const { state, decided_by: by, decided_at: at } = error.details;
  if (typeof by !== "string") return `already ${String(state)}`;
  return `already ${String(state)}: ${visibleLine(by)} was first, at ${clockTime(String(at))}`;
}

function clockTime(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? iso : time.toLocaleTimeString();
}

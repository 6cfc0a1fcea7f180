import { GATE_ERRORS, WireError } from "@sallyport/contract/errors";
import type { JsonObject } from "@sallyport/contract/json";
import type { ApprovalRequest } from "@sallyport/store";
import type { CompositorLimits } from "../powers.ts";

/** How a call ended that a person approved. `not_sent`: it never reached its server, so there is nothing to repeat. */
export type Ended = { kind: "result"; result: JsonObject } | { kind: "error"; error: WireError } | { kind: "not_sent" };

export interface KeptCall {
  approvalId: string;
  ended: Promise<Ended>;
}

interface Kept extends KeptCall {
  /** Of what it ended with; 0 while it runs. */
  bytes: number;
  timer?: NodeJS.Timeout;
}

type Identity = Pick<ApprovalRequest, "server" | "tool" | "arguments_digest" | "definition_digest">;

/**
 * What approved calls ended with whose caller had left: for a while an identical repeat is given that, and nothing runs
 * twice. In memory only, and bounded: what does not fit is gone, and its repeat is asked to a person.
 */
export class Replays {
  readonly #kept = new Map<string, Kept>();
  readonly #limits: Pick<CompositorLimits, "replayMs" | "replays" | "replayBytes">;

  constructor(limits: Pick<CompositorLimits, "replayMs" | "replays" | "replayBytes">) {
    this.#limits = limits;
  }

  /** From now on repeats of the call share its outcome, though it may still run. */
  keep(call: Identity, approvalId: string, outcome: Promise<JsonObject>): void {
    const key = keyOf(call);
    const ended = outcome.then((result): Ended => ({ kind: "result", result }), failed);
    const kept: Kept = { approvalId, ended, bytes: 0 };
    this.#drop(key);
    this.#kept.set(key, kept);
    void ended.then((how) => this.#onEnd(key, kept, how));
  }

  find(call: Identity): KeptCall | undefined {
    return this.#kept.get(keyOf(call));
  }

  close(): void {
    for (const key of [...this.#kept.keys()]) this.#drop(key);
  }

  #onEnd(key: string, kept: Kept, how: Ended): void {
    if (this.#kept.get(key) !== kept) return;
    const { replayMs, replays, replayBytes } = this.#limits;
    kept.bytes = bytesOf(how);
    if (how.kind === "not_sent" || kept.bytes > replayBytes) {
      this.#drop(key);
      return;
    }
    kept.timer = setTimeout(() => this.#drop(key), replayMs);
    kept.timer.unref();
    const over = [...this.#kept].filter(([, { timer }]) => timer !== undefined);
    let many = over.length;
    let bytes = over.reduce((sum, [, one]) => sum + one.bytes, 0);
    for (const [oldest, one] of over) {
      if (many <= replays && bytes <= replayBytes) return;
      many -= 1;
      bytes -= one.bytes;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    clearTimeout(this.#kept.get(key)?.timer);
    this.#kept.delete(key);
  }
}

function keyOf({ server, tool, arguments_digest, definition_digest }: Identity): string {
  return JSON.stringify([server, tool, arguments_digest, definition_digest]);
}

function bytesOf(how: Ended): number {
  if (how.kind === "not_sent") return 0;
  return Buffer.byteLength(JSON.stringify(how.kind === "result" ? how.result : (how.error.data ?? null)));
}

function failed(error: unknown): Ended {
  // What is no wire error, or is a refusal of ours, ended the call before it was sent.
  if (!(error instanceof WireError) || error.code === GATE_ERRORS.policy_denied_continue) return { kind: "not_sent" };
  return { kind: "error", error };
}

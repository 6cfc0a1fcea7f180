import type { ApprovalRecord } from "@sallyport/contract/approvals";
import type { CompositorPowers } from "../powers.ts";

const SWEEP_MS = 1_000;
/** Sweeps between two looks at everything that waits, in case the feed told nothing. */
const SWEEPS_PER_LOOK = 10;
/** Sweeps between two expiries while nobody waits here: orphans and unclaimed approvals run out too. */
const SWEEPS_WHEN_IDLE = 30;

/** What waiting came to: the record once it no longer waits, null where the store no longer has it, or why nobody waited longer. */
export type Waited = ApprovalRecord | null | "gone" | "late";

/**
 * Where calls wait for a person. The change feed wakes them; a slow look behind it makes the store the truth. Several calls
 * may wait on one approval: only the last to leave makes it an orphan.
 */
export class WaitingRoom {
  readonly #waiters = new Map<string, Set<() => void>>();
  readonly #powers: Pick<CompositorPowers, "agent" | "store" | "log">;
  #stopWatching: (() => void) | undefined;
  readonly #sweep: NodeJS.Timeout;
  #sweeps = 0;

  constructor(powers: Pick<CompositorPowers, "agent" | "store" | "log">) {
    this.#powers = powers;
    this.#sweep = setInterval(() => void this.#onSweep(), SWEEP_MS);
    this.#sweep.unref();
  }

  /**
   * The record once it no longer waits; `gone` where the caller left first, `late` where its host's patience was over first;
   * null where the store no longer has it.
   */
  async wait(approvalId: string, { caller, over }: { caller: AbortSignal; over: AbortSignal }): Promise<Waited> {
    let bell = Promise.withResolvers<void>();
    const wake = () => bell.resolve();
    const waiters = this.#waiters.get(approvalId) ?? new Set();
    this.#waiters.set(approvalId, waiters.add(wake));
    this.#stopWatching ??= this.#powers.store.changes.watch(
      ({ topic, key }) => {
        if (topic === "approvals") this.#wake(key);
      },
      { waits: true },
    );
    caller.addEventListener("abort", wake);
    over.addEventListener("abort", wake);
    try {
      while (!caller.aborted) {
        // A new bell before the look: what changes after it rings again.
        bell = Promise.withResolvers<void>();
        if (caller.aborted) break;
        const record = await this.#powers.store.approvals.get(approvalId);
        if (record?.state !== "pending") return caller.aborted ? "gone" : record;
        if (over.aborted) return caller.aborted ? "gone" : "late";
        await bell.promise;
      }
      return "gone";
    } finally {
      caller.removeEventListener("abort", wake);
      over.removeEventListener("abort", wake);
      waiters.delete(wake);
      if (waiters.size === 0) this.#waiters.delete(approvalId);
      if (this.#waiters.size === 0) this.#rest();
    }
  }

  /** True while another call of this process waits on the same approval. */
  hasOthers(approvalId: string): boolean {
    return this.#waiters.has(approvalId);
  }

  close(): void {
    clearInterval(this.#sweep);
    this.#rest();
  }

  #rest(): void {
    this.#stopWatching?.();
    this.#stopWatching = undefined;
  }

  #wake(approvalId: string): void {
    for (const wake of this.#waiters.get(approvalId) ?? []) wake();
  }

  async #onSweep(): Promise<void> {
    this.#sweeps += 1;
    if (this.#waiters.size === 0 && this.#sweeps % SWEEPS_WHEN_IDLE !== 0) return;
    const { store, agent, log } = this.#powers;
    try {
      for (const id of await store.approvals.expireDue(agent)) this.#wake(id);
    } catch (error) {
      log(`approvals could not be expired: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (this.#sweeps % SWEEPS_PER_LOOK === 0) for (const id of this.#waiters.keys()) this.#wake(id);
  }
}

import { isJsonObject, type JsonObject } from "@sallyport/contract/json";
import type { RpcMessage } from "./message-transport.ts";
import { ConnectionError, type Progress, type RequestOptions } from "./wire.ts";
import { readWireError } from "./wire-error.ts";

export interface Waiting {
  method: string;
  resolve(result: JsonObject): void;
  reject(reason: unknown): void;
}

interface Pending extends Waiting {
  onProgress: ((progress: Progress) => void) | undefined;
  /** Takes the timer and the abort listener away. */
  release: (() => void) | undefined;
}

/** Longest delay a timer of Node can have; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Our requests that wait for an answer. An id is also the progress token of its request. */
export class PendingRequests {
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;

  /** `cancelled` is called, with a reason for the peer, when we give up before the answer is there. */
  add(waiting: Waiting, options: RequestOptions, cancelled: (reason: string) => void): number {
    this.#lastId += 1;
    const id = this.#lastId;
    const { signal, timeoutMs, onProgress } = options;
    const giveUp = (reason: unknown, words: string): void => {
      if (this.reject(id, reason)) cancelled(words);
    };
    let release: (() => void) | undefined;
    if (signal !== undefined || timeoutMs !== undefined) {
      const onAbort = (): void => giveUp(signal?.reason, wordsOf(signal?.reason));
      signal?.addEventListener("abort", onAbort, { once: true });
      const timer =
        timeoutMs === undefined
          ? undefined
          : setTimeout(
              () => giveUp(lateError(waiting.method, timeoutMs), "timed out"),
              Math.min(timeoutMs, LONGEST_TIMER_MS),
            );
      release = () => {
        signal?.removeEventListener("abort", onAbort);
        clearTimeout(timer);
      };
    }
    this.#pending.set(id, { ...waiting, onProgress, release });
    return id;
  }

  wasAsked(id: number): boolean {
    return id > 0 && id <= this.#lastId;
  }

  /** Takes the response to one request; false when nobody waits for it. */
  settle(id: number, response: RpcMessage): boolean {
    const pending = this.#take(id);
    if (pending === undefined) return false;
    if (isJsonObject(response.result)) {
      pending.resolve(response.result);
      return true;
    }
    const answered = readWireError(response.error);
    const odd = `the answer to \`${pending.method}\` has neither a result object nor an error object`;
    pending.reject(answered ?? new ConnectionError("protocol", odd));
    return true;
  }

  progress(params: JsonObject): void {
    const { progressToken, ...progress } = params;
    if (typeof progressToken !== "number" || typeof progress.progress !== "number") return;
    this.#pending.get(progressToken)?.onProgress?.({ ...progress, progress: progress.progress });
  }

  reject(id: number, reason: unknown): boolean {
    const pending = this.#take(id);
    pending?.reject(reason);
    return pending !== undefined;
  }

  rejectAll(reason: unknown): void {
    for (const id of [...this.#pending.keys()]) this.reject(id, reason);
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    if (pending === undefined) return undefined;
    this.#pending.delete(id);
    pending.release?.();
    return pending;
  }
}

function lateError(method: string, timeoutMs: number): ConnectionError {
  return new ConnectionError("timed_out", `no answer to \`${method}\` within ${timeoutMs} ms`);
}

function wordsOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : "cancelled by the caller";
}

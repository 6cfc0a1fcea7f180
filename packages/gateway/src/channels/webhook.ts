import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { WebhookConfig } from "@sallyport/compositor";
import type { Channel } from "./channel.ts";
import type { AskNotice } from "./watch-asks.ts";

/** Between one attempt and the next, in milliseconds; there is none after the last. */
const RETRY_AFTER_MS = [1_000, 5_000] as const;

export interface WebhookPowers {
  clock: () => number;
  retryAfterMs?: readonly number[];
}

/** Posts each notice to one URL, signed, so that its receiver knows who sent it and when. */
export function createWebhook(
  { url, secret, timeoutSec }: WebhookConfig,
  { clock, retryAfterMs = RETRY_AFTER_MS }: WebhookPowers,
): Channel {
  return {
    name: "webhook",
    async tell(notice, signal) {
      const body = bodyOf(notice);
      let failure = await post(body, signal);
      for (const wait of retryAfterMs) {
        if (failure === null || !failure.mayPass) break;
        await sleep(wait, undefined, { signal });
        failure = await post(body, signal);
      }
      if (failure !== null) throw new Error(failure.reason);
    },
  };

  /** Null where it was taken. The URL is in no reason: it may hold a secret of the receiver's. */
  async function post(body: string, signal: AbortSignal): Promise<{ reason: string; mayPass: boolean } | null> {
    const timestamp = String(Math.floor(clock() / 1000));
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "sallyport-timestamp": timestamp,
          "sallyport-signature": `v1=${signatureOf(secret, timestamp, body)}`,
        },
        body,
        redirect: "manual",
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutSec * 1000)]),
      });
      await response.body?.cancel();
      if (response.ok) return null;
      const { status } = response;
      return { reason: `it answered ${status}`, mayPass: status === 408 || status === 429 || status >= 500 };
    } catch (error) {
      signal.throwIfAborted();
      return { reason: wordsOf(error, timeoutSec), mayPass: true };
    }
  }
}

function bodyOf({ id, agent, server, tool, age }: AskNotice): string {
  return JSON.stringify({ event: "approval.pending", id, agent, server, tool, age_s: age });
}

/** HMAC-SHA256 over `timestamp.body`, in hexadecimal. */
function signatureOf(secret: string, timestamp: string, body: string): string {
  return createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
}

function wordsOf(error: unknown, timeoutSec: number): string {
  if (error instanceof DOMException && error.name === "TimeoutError") return `no answer within ${timeoutSec} s`;
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
  return `it could not be reached${code === undefined ? "" : ` (${code})`}`;
}

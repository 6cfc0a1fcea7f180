import { setTimeout as sleep } from "node:timers/promises";

/** Asks again until the answer is there (not undefined, null or false), for at most `ms`; then throws with `what`. */
export async function eventually<Value>(
  what: string,
  ask: () => Promise<Value | undefined | null | false> | Value | undefined | null | false,
  ms = 30_000,
): Promise<Value> {
  const until = Date.now() + ms;
  for (;;) {
    const value = await ask();
    if (value !== undefined && value !== null && value !== false) return value;
    if (Date.now() > until) throw new Error(`it never came true within ${ms} ms: ${what}`);
    await sleep(30);
  }
}

import type { RequestContext } from "@sallyport/mcp";

/** What hosts show of a message; a longer one is cut, and a page's address that is cut leads nowhere. */
const MOST_SHOWN = 200;

/** What is waited for, as far as it is known by now, and the page where a person finds it. */
export interface WaitingFor {
  words: string;
  page?: string;
}

/**
 * Tells a caller that gave a progress token that its call still waits, until the returned function is called. One teller a
 * call: its numbers only rise.
 */
export function tellWaiting(
  { client, progressToken }: RequestContext,
  everyMs: number,
  current: () => WaitingFor,
): () => void {
  if (progressToken === undefined) return () => {};
  const started = performance.now();
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    const message = messageOf(current(), Math.round((performance.now() - started) / 1000));
    void client.notify("notifications/progress", { progressToken, progress, message }).catch(() => {});
  }, everyMs);
  return () => clearInterval(timer);
}

function messageOf({ words, page }: WaitingFor, seconds: number): string {
  const message = `${words} · ${seconds} s`;
  const whole = page === undefined ? message : `${message} · ${page}`;
  return (whole.length <= MOST_SHOWN ? whole : message).slice(0, MOST_SHOWN);
}

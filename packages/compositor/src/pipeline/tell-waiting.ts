import type { RequestContext } from "@sallyport/mcp";

/** Tells a caller that gave a progress token that its call still waits, until the returned function is called. */
export function tellWaiting(
  { client, progressToken }: RequestContext,
  approvalId: string,
  everyMs: number,
): () => void {
  if (progressToken === undefined) return () => {};
  const started = performance.now();
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    const seconds = Math.round((performance.now() - started) / 1000);
    const message = `waiting for approval ${approvalId} · ${seconds} s`;
    void client.notify("notifications/progress", { progressToken, progress, message }).catch(() => {});
  }, everyMs);
  return () => clearInterval(timer);
}

import { visibleJsonLine } from "../shown.ts";
import { openApprovalNews } from "./approval-news.ts";
import type { WatchDoor } from "./watch-door.ts";

interface JsonWatchPowers {
  writeOut(text: string): void;
  writeError(text: string): void;
  stop: AbortSignal;
}

/** One line of JSON for each call that comes to wait and each move of it, until `stop`. Decides nothing. */
export async function runJsonWatch(door: WatchDoor, { writeOut, writeError, stop }: JsonWatchPowers): Promise<void> {
  const news = openApprovalNews(door, {
    asked: (approval) => writeOut(`${visibleJsonLine({ event: "approval-asked", approval })}\n`),
    moved: (approval) => writeOut(`${visibleJsonLine({ event: "approval-moved", approval })}\n`),
    failed: (words) => writeError(`sallyport: ${words}\n`),
  });
  if (!stop.aborted) await new Promise((settle) => stop.addEventListener("abort", settle, { once: true }));
  news.stop();
}

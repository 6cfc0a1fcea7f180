import type { AskNotice } from "./watch-asks.ts";

/** One way on which people are told that a call waits for them. It can tell, and nothing else. */
export interface Channel {
  name: "webhook" | "desktop";
  /** Rejects where nobody could be told. `signal` ends it with the gateway. */
  tell(notice: AskNotice, signal: AbortSignal): Promise<void>;
}

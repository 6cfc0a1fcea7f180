import { type ApprovalRecord, DECIDABLE_STATES } from "@sallyport/contract/approvals";
import { followWaiting } from "./follow-waiting.ts";
import type { WatchDoor } from "./watch-door.ts";

export interface NewsListener {
  /** It waits, and was not told before. */
  asked(record: ApprovalRecord): void;
  /** It is in another state than it was told in last, or waits longer. */
  moved(record: ApprovalRecord): void;
  failed(words: string): void;
}

export interface ApprovalNews {
  /** Resolves when everything that was so at this call was told. */
  settled(): Promise<void>;
  stop(): void;
}

/** Tells one thing after the other: each call that waits, then each move of those that were told. */
export function openApprovalNews(door: WatchDoor, listener: NewsListener): ApprovalNews {
  const told = new Map<string, string>();
  let telling: Promise<void> = Promise.resolve();

  async function tell(id: string): Promise<void> {
    const record = await door.record(id);
    if (record === null || told.get(id) === whatIsTold(record)) return;
    const isNew = !told.has(id);
    told.set(id, whatIsTold(record));
    if (isNew && DECIDABLE_STATES.includes(record.state)) listener.asked(record);
    else listener.moved(record);
  }

  const queue = (id: string) => {
    telling = telling.then(() => tell(id)).catch((error: unknown) => listener.failed(String(error)));
  };
  const following = followWaiting(door, {
    waiting: (approvals) => {
      for (const each of approvals) if (told.get(each.approval_id) !== whatIsTold(each)) queue(each.approval_id);
    },
    moved: queue,
    failed: listener.failed,
  });
  return {
    async settled() {
      await following.read();
      await telling;
    },
    stop: following.stop,
  };
}

function whatIsTold({ state, expires_at }: Pick<ApprovalRecord, "state" | "expires_at">): string {
  return `${state} ${expires_at}`;
}

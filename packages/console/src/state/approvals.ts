import { type ReadonlySignal, signal } from "@preact/signals";
import { type ApprovalRecord, approvalHistory, approvalRecord, pendingApprovals } from "@sallyport/contract/approvals";
import { URIS } from "@sallyport/contract/uris";
import type { Link } from "../mcp/link.ts";
import { onFront, readPage } from "../mcp/pages.ts";
import type { WaitingApproval } from "./approval-query.ts";
import { type Watched, watched } from "./watched.ts";

/** What waits for a person, what was decided, and the whole record of each. */
export interface Approvals {
  readonly waiting: Watched<readonly WaitingApproval[]>;
  /** The last decided ones, newest first. */
  readonly history: Watched<readonly ApprovalRecord[]>;
  readonly records: ReadonlySignal<ReadonlyMap<string, ApprovalRecord>>;
  /** Reads one record again. Rejects where there is none. */
  refresh(id: string): Promise<ApprovalRecord>;
  /** Follows one record until what it answers is called. */
  follow(id: string): () => void;
}

/** So many records at most are read one by one; more come with the history. */
const SINGLY = 8;
/** The history is long, and read again at most so often, in milliseconds. */
const HISTORY_PAUSE_MS = 1_000;

const READER = "policy_reader";
const waitingUri = onFront(READER, URIS.pendingApprovals);
const historyUri = onFront(READER, URIS.approvalHistory);
const recordUri = (id: string) => onFront(READER, URIS.pendingApproval(id));

export function openApprovals(link: Link): Approvals {
  const records = signal<ReadonlyMap<string, ApprovalRecord>>(new Map());
  const keep = (read: readonly ApprovalRecord[]): void => {
    if (read.length === 0) return;
    records.value = new Map([...records.value, ...read.map((record) => [record.approval_id, record] as const)]);
  };

  async function refresh(id: string): Promise<ApprovalRecord> {
    const record = await readPage(link, recordUri(id), approvalRecord);
    keep([record]);
    return record;
  }

  const history = watched(
    async () => {
      const { pending, decided } = await readPage(link, historyUri, approvalHistory);
      keep([...pending, ...decided]);
      return decided;
    },
    (changed) => link.watch(historyUri, atMostEvery(HISTORY_PAUSE_MS, changed)),
  );

  const waiting = watched(
    async () => {
      const { approvals } = await readPage(link, waitingUri, pendingApprovals);
      const unknown = approvals.filter(({ approval_id: id }) => !records.value.has(id));
      if (unknown.length > SINGLY) void history.reload();
      else for (const { approval_id: id } of unknown) void refresh(id).catch(() => {});
      return approvals;
    },
    (changed) => link.watch(waitingUri, changed),
  );

  return {
    waiting,
    history,
    records,
    refresh,
    follow(id) {
      const read = (): void => void refresh(id).catch(() => {});
      read();
      return link.watch(recordUri(id), read);
    },
  };
}

function atMostEvery(ms: number, callback: () => void): () => void {
  let planned = false;
  return () => {
    if (planned) return;
    planned = true;
    setTimeout(() => {
      planned = false;
      callback();
    }, ms);
  };
}

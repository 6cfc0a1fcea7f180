import type { ApprovalRecord, PendingApprovals } from "@sallyport/contract/approvals";
import type { MountRecord } from "@sallyport/contract/mounts";
import type { Key } from "./keys.ts";
import type { EditedLine } from "./line-edit.ts";

/** What waits, as the index shows it. */
export type WaitingApproval = PendingApprovals["approvals"][number];

/** What a person looks at. `top` is the first row that is shown of what scrolls. */
export type Page =
  | { kind: "list" }
  | { kind: "history"; focus: number }
  | { kind: "help" }
  | {
      kind: "detail";
      id: string;
      from: "list" | "history";
      top: number;
      /** When it came on screen in full, on the clock of the events; null before. */
      shownAt: number | null;
      endShown: boolean;
    };

/** What a line is typed for. */
export type Prompt = { kind: "comment" | "stop"; id: string } | { kind: "filter" };

export interface WatchState {
  agent: string;
  columns: number;
  rows: number;
  page: Page;
  /** Null until it was read for the first time. */
  waiting: ReadonlyMap<string, WaitingApproval> | null;
  records: ReadonlyMap<string, ApprovalRecord>;
  mounts: readonly MountRecord[];
  decided: readonly ApprovalRecord[] | null;
  /** Ids in the order they are listed: what is new comes last. The focused one stays although it no longer waits. */
  order: readonly string[];
  fresh: ReadonlySet<string>;
  focus: string | null;
  /** The first item of the list that is on screen. */
  listTop: number;
  filter: string;
  typing: { prompt: Prompt; line: EditedLine } | null;
  /** Decisions that are on their way to the store. */
  busy: ReadonlySet<string>;
  /** What was allowed here last, to be taken back. */
  allowed: { id: string; name: string } | null;
  notice: { text: string; look: "good" | "warning" | "dim" } | null;
  /** Why the store could not be read the last time. */
  problem: string | null;
}

export type WatchEvent =
  | { kind: "key"; key: Key }
  | { kind: "resized"; columns: number; rows: number }
  | { kind: "waiting-read"; approvals: readonly WaitingApproval[] }
  /** Something happened to it; what, the store knows. */
  | { kind: "moved"; id: string }
  | { kind: "record-read"; record: ApprovalRecord }
  | { kind: "mounts-read"; mounts: readonly MountRecord[] }
  | { kind: "history-read"; decided: readonly ApprovalRecord[] }
  | { kind: "read-failed"; words: string }
  | { kind: "painted"; id: string; endShown: boolean }
  | { kind: "decided"; id: string; words: string; allowed: boolean }
  /** It waits longer than it did. */
  | { kind: "extended"; id: string; words: string }
  | { kind: "missed"; what: "decision" | "time"; id: string; words: string };

/** What only the world outside can do. */
export type WatchEffect =
  | { kind: "allow" | "undo" | "extend"; id: string }
  | { kind: "deny"; id: string; reason: string; stop: boolean }
  | { kind: "read-record"; id: string }
  | { kind: "read-history" }
  | { kind: "quit" };

/** A state and what the world outside is to do. */
export type Update = readonly [WatchState, readonly WatchEffect[]];

export function startState(agent: string, { columns, rows }: { columns: number; rows: number }): WatchState {
  return {
    agent,
    columns,
    rows,
    page: { kind: "list" },
    waiting: null,
    records: new Map(),
    mounts: [],
    decided: null,
    order: [],
    fresh: new Set(),
    focus: null,
    listTop: 0,
    filter: "",
    typing: null,
    busy: new Set(),
    allowed: null,
    notice: null,
    problem: null,
  };
}

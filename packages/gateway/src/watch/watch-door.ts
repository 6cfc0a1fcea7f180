import { type ApprovalRecord, approvalHistory, approvalRecord, pendingApprovals } from "@sallyport/contract/approvals";
import { approve, deny, extend, revoke } from "@sallyport/contract/policy-approver";
import { URIS } from "@sallyport/contract/uris";
import type { ReaderStore } from "@sallyport/store";
import type { HumanDoor } from "../human-door.ts";
import { callTool, readPage } from "../table-client.ts";
import type { WaitingApproval } from "./watch-state.ts";

/** What a person's watch reads and decides, for one agent. Each decision resolves when the store has it, and throws its `Fault`. */
export interface WatchDoor {
  agent: string;
  waiting(): Promise<readonly WaitingApproval[]>;
  record(id: string): Promise<ApprovalRecord | null>;
  decided(): Promise<readonly ApprovalRecord[]>;
  mounts(): ReturnType<ReaderStore["mounts"]["list"]>;
  /** Calls back with what an approval that changed is called, or with `mounts`, until the returned function is called. */
  watch(listener: (what: { approval: string } | "mounts") => void): () => void;
  allow(id: string): Promise<"now" | "on_repeat">;
  deny(id: string, said: { reason: string; stop: boolean }): Promise<void>;
  takeBack(id: string): Promise<void>;
  /** Until when it waits now. */
  extend(id: string): Promise<string>;
}

/** The same servers that every other face of the product uses, and the change feed of their records. */
export function watchDoor(
  { reader, approver }: HumanDoor,
  { mounts, changes }: Pick<ReaderStore, "mounts" | "changes">,
  agent: string,
): WatchDoor {
  return {
    agent,
    waiting: async () => (await readPage(reader, URIS.pendingApprovals, pendingApprovals))?.approvals ?? [],
    record: (id) => readPage(reader, URIS.pendingApproval(id), approvalRecord),
    decided: async () => (await readPage(reader, URIS.approvalHistory, approvalHistory))?.decided ?? [],
    mounts: () => mounts.list({ agent }),
    watch: (listener) =>
      changes.watch((change) => {
        if (change.agent !== agent) return;
        if (change.topic === "approvals") listener({ approval: change.key });
        else if (change.topic === "mounts") listener("mounts");
      }),
    allow: async (id) => (await callTool(approver, approve, { id })).runs,
    deny: async (id, { reason, stop }) => {
      await callTool(approver, deny, { id, reason, stop_agent: stop });
    },
    takeBack: async (id) => {
      await callTool(approver, revoke, { id });
    },
    extend: async (id) => (await callTool(approver, extend, { id })).expires_at,
  };
}

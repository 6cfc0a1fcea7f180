import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { visibleLine } from "@sallyport/contract/visible-text";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ActionButton } from "../../parts/action-button.tsx";
import { ArgumentList } from "../../parts/argument-list.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Seen } from "../../parts/seen.tsx";
import { useDisconnection } from "../../parts/use-disconnection.ts";
import { useConsole } from "../../state/console.ts";
import { ToolName } from "./tool-name.tsx";
import { useReadiness } from "./use-readiness.ts";

interface BulkDialogProps {
  what: "allow" | "deny";
  /** As they were when the question was put. */
  records: readonly ApprovalRecord[];
  onClose: () => void;
}

/** Every selected call in full, and one decision for all. */
export function BulkDialog({ what, records: selected, onClose }: BulkDialogProps) {
  const { desk, triage } = useConsole();
  const lost = useDisconnection();
  const [records] = useState(selected);
  const [reason, setReason] = useState("");
  const [running, setRunning] = useState(false);
  const [failed, setFailed] = useState<readonly string[]>([]);
  const [ends, setEnds] = useState<ReadonlySet<string>>(new Set());
  const readiness = useReadiness(records[0]?.approval_id ?? "");
  const isRead = ends.size >= records.length;
  useEffect(() => {
    if (isRead) readiness.onEnd();
  }, [isRead, readiness.onEnd]);
  // Whoever closes the question while it is being done wants no more of it done.
  const stopped = useRef(false);
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );
  const hindrance = lost ?? (running ? "it is being done" : what === "allow" ? readiness.not : null);

  async function decideAll(): Promise<void> {
    setRunning(true);
    const missed: string[] = [];
    for (const record of records) {
      const done = what === "allow" ? await desk.allow(record) : await desk.deny(record, reason);
      if (stopped.current) return;
      if (!done) missed.push(`${visibleLine(record.name)}: ${desk.missed.value?.words ?? "not decided"}`);
    }
    triage.clearSelection();
    setRunning(false);
    setFailed(missed);
    if (missed.length === 0) onClose();
  }

  const count = records.length === 1 ? "1 call" : `${records.length} calls`;
  return (
    <Dialog
      title={what === "allow" ? `Allow ${count}, once each?` : `Deny ${count}?`}
      onClose={onClose}
      actions={
        <>
          <ActionButton onPress={onClose} not={null}>
            {running ? "Stop here" : failed.length > 0 ? "Close" : "Cancel"}
          </ActionButton>
          {failed.length === 0 && (
            <ActionButton look="primary" onPress={() => void decideAll()} not={hindrance}>
              {what === "allow" ? `Allow ${count}` : `Deny ${count}`}
            </ActionButton>
          )}
        </>
      }
    >
      <Seen onSeen={readiness.onTop} />
      {failed.map((words) => (
        <p key={words} class="problem">
          {words}
        </p>
      ))}
      {what === "deny" && (
        <label class="field">
          <span>Comment for the agent (optional)</span>
          <textarea rows={2} maxLength={500} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
        </label>
      )}
      <ol class="bulk-items">
        {records.map((record) => (
          <BulkItem key={record.approval_id} record={record} onEnd={(id) => setEnds((now) => new Set([...now, id]))} />
        ))}
      </ol>
    </Dialog>
  );
}

function BulkItem({ record, onEnd }: { record: ApprovalRecord; onEnd: (id: string) => void }) {
  const { approval_id: id } = record;
  const seen = useCallback(() => onEnd(id), [id]);
  return (
    <li>
      <h3>
        <ToolName server={record.server} tool={record.tool} title={record.tool_title} />
      </h3>
      <ArgumentList args={record.arguments} onEnd={seen} />
    </li>
  );
}

import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { useState } from "preact/hooks";
import { ActionButton } from "../../parts/action-button.tsx";
import { Dialog } from "../../parts/dialog.tsx";

interface StopDialogProps {
  record: ApprovalRecord;
  not: string | null;
  onStop: (reason: string) => void;
  onClose: () => void;
}

/** Stopping an agent takes a second thought: all it waits for is cancelled, and this page cannot undo it. */
export function StopDialog({ record, not, onStop, onClose }: StopDialogProps) {
  const [reason, setReason] = useState("");
  const { agent } = record;
  return (
    <Dialog
      title={`Deny this, and stop agent ${agent}?`}
      onClose={onClose}
      actions={
        <>
          <ActionButton onPress={onClose} not={null}>
            Cancel
          </ActionButton>
          <ActionButton look="danger" onPress={() => onStop(reason)} not={not}>
            {`Stop ${agent}`}
          </ActionButton>
        </>
      }
    >
      <p>
        Every call it makes is refused from now on, and everything else it waits for is cancelled. To let it go on, run{" "}
        <code>{`sallyport agents resume ${agent}`}</code>.
      </p>
      <label class="field">
        <span>Reason, which the agent is told (optional)</span>
        <textarea rows={2} maxLength={500} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
      </label>
    </Dialog>
  );
}

import { useEffect, useState } from "preact/hooks";
import { Problem } from "../../parts/problem.tsx";
import { useCommands } from "../../parts/use-commands.ts";
import { useConsole } from "../../state/console.ts";
import { failureWords } from "../../state/failure-words.ts";
import { ApprovalDetail } from "./approval-detail.tsx";
import { TriageList } from "./triage-list.tsx";
import { rowId } from "./triage-row.tsx";

/** The list beside the detail; where there is no room, one in the place of the other. */
export function ApprovalsPage() {
  const { triage, approvals, link } = useConsole();
  const id = triage.current.value;
  const record = id === null ? undefined : approvals.records.value.get(id);
  const [unread, setUnread] = useState<{ id: string; words: string } | null>(null);
  const connection = link.state.value;
  useEffect(() => {
    if (id === null || record !== undefined || connection !== "live") return;
    approvals.refresh(id).catch((error: unknown) => setUnread({ id, words: failureWords(error) }));
  }, [approvals, id, record, connection]);

  const backToList = (): void => {
    triage.open.value = false;
    requestAnimationFrame(() => id !== null && document.getElementById(rowId(id))?.focus());
  };
  useCommands({
    back: backToList,
    open: () => {
      triage.open.value = true;
      requestAnimationFrame(() => document.getElementById("detail")?.focus());
    },
  });

  return (
    <div class={triage.open.value ? "triage triage-open" : "triage"}>
      <h1 class="unseen">Approvals</h1>
      <TriageList />
      <div class="triage-detail">
        <button type="button" class="button back-button" onClick={backToList}>
          Back to the list
        </button>
        {id === null && triage.rows.value.length > 0 && <p class="empty">Choose a call on the left to read it.</p>}
        {id !== null && record === undefined && <Unread problem={unread?.id === id ? unread.words : null} />}
        {record !== undefined && <ApprovalDetail key={record.approval_id} record={record} />}
      </div>
    </div>
  );
}

function Unread({ problem }: { problem: string | null }) {
  return problem === null ? <p class="empty">Reading…</p> : <Problem words={problem} />;
}

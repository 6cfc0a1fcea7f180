import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { useState } from "preact/hooks";
import { ActionButton } from "../../parts/action-button.tsx";
import { Problem } from "../../parts/problem.tsx";
import { saveFile } from "../../parts/save-file.ts";
import { SearchField } from "../../parts/search-field.tsx";
import { matches, parseQuery } from "../../state/approval-query.ts";
import { useConsole } from "../../state/console.ts";
import { effectLine } from "../../text/effect-line.ts";
import { HistoryRow } from "./history-row.tsx";

/** What was decided, by whom and when. */
export function HistoryPage() {
  const { approvals } = useConsole();
  const [query, setQuery] = useState("");
  const wanted = parseQuery(query);
  const all = approvals.history.value.value ?? [];
  const found = all.filter((record) =>
    matches(wanted, record, `${record.decided_by}\n${effectLine(record.arguments)}`),
  );
  return (
    <div class="page">
      <h1>History</h1>
      <search class="tools">
        <SearchField
          label="Search the history"
          placeholder="Search, or tool:… state:denied"
          value={query}
          onInput={setQuery}
        />
        <ActionButton onPress={() => exportRecords(found)} not={found.length === 0 ? "there is nothing to save" : null}>
          Save as JSON lines
        </ActionButton>
        <span class="dim" role="status">{`${found.length} of the last ${all.length}`}</span>
      </search>
      <Problem words={approvals.history.problem.value} />
      {all.length === 0 && <p class="empty">Nothing was decided yet.</p>}
      <ul class="cards">
        {found.map((record) => (
          <HistoryRow key={record.approval_id} record={record} />
        ))}
      </ul>
    </div>
  );
}

function exportRecords(records: readonly ApprovalRecord[]): void {
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join("");
  saveFile("sallyport-approvals.jsonl", "application/jsonl", text);
}

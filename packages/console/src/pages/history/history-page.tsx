import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { useMemo, useState } from "preact/hooks";
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
  const read = approvals.history.value.value;
  const all = useMemo(() => (read ?? []).map((record) => ({ record, text: textOf(record) })), [read]);
  const found = all.filter(({ record, text }) => matches(wanted, record, text)).map(({ record }) => record);
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

/** All that an opened row shows, not only what stands on its line. */
function textOf({ approval_id, decided_by, comment, arguments: args }: ApprovalRecord): string {
  return [approval_id, decided_by, comment, effectLine(args), JSON.stringify(args)].join("\n");
}

function exportRecords(records: readonly ApprovalRecord[]): void {
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join("");
  saveFile("sallyport-approvals.jsonl", "application/jsonl", text);
}

import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { useState } from "preact/hooks";
import { ActionButton } from "../../parts/action-button.tsx";
import { useDisconnection } from "../../parts/use-disconnection.ts";
import { useConsole } from "../../state/console.ts";
import { BulkDialog } from "./bulk-dialog.tsx";

/** What can be done with all that is selected. */
export function BulkBar() {
  const { triage, approvals } = useConsole();
  const lost = useDisconnection();
  const [asked, setAsked] = useState<"allow" | "deny" | null>(null);
  const ids = [...triage.selected.value];
  // What is decided is no longer selected; the question stays to say how each went.
  if (ids.length === 0 && asked === null) return null;
  const total = triage.selectable.value.length;
  const records = ids.flatMap((id) => approvals.records.value.get(id) ?? []);
  const incomplete = records.length < ids.length ? "their arguments are still being read" : null;
  return (
    <div class="bulk">
      <span>{`${ids.length} selected`}</span>
      {ids.length < total && (
        <ActionButton command="selectAll" onPress={triage.selectAll} not={null}>
          {`Select all ${total}`}
        </ActionButton>
      )}
      <ActionButton onPress={() => setAsked("allow")} not={lost ?? incomplete ?? difference(records)}>
        Allow all…
      </ActionButton>
      <ActionButton onPress={() => setAsked("deny")} not={lost ?? incomplete}>
        Deny all…
      </ActionButton>
      <ActionButton onPress={triage.clearSelection} not={null}>
        Clear
      </ActionButton>
      {asked !== null && <BulkDialog what={asked} records={records} onClose={() => setAsked(null)} />}
    </div>
  );
}

/** Why they cannot be allowed together. */
function difference(records: readonly ApprovalRecord[]): string | null {
  const tools = new Set(records.map(({ name, definition_digest: digest }) => `${name} ${digest}`));
  if (tools.size > 1) return "only calls of one and the same tool can be allowed together";
  return records.some(({ safety }) => safety === "destructive")
    ? "calls that can destroy are allowed one by one"
    : null;
}

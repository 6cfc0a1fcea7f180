import { visibleLine } from "@sallyport/contract/visible-text";
import { Ago, TimeLeft } from "../../parts/times.tsx";
import { Visible } from "../../parts/visible.tsx";
import { useConsole } from "../../state/console.ts";
import { placeHash } from "../../state/route.ts";
import type { TriageRow as Row } from "../../state/triage-rows.ts";
import { effectLine } from "../../text/effect-line.ts";
import { SafetyChip } from "./safety-chip.tsx";
import { STATE_WORDS } from "./state-words.ts";
import { ToolName } from "./tool-name.tsx";

/** One waiting call in the list. */
export function TriageRow({ row }: { row: Extract<Row, { kind: "approval" }> }) {
  const { triage, approvals } = useConsole();
  const { approval, fresh, over } = row;
  const { approval_id: id, name, server, tool, tool_title, safety, agent, state, created_at, expires_at } = approval;
  const record = approvals.records.value.get(id);
  return (
    <div class={over ? "triage-row triage-row-over" : "triage-row"}>
      <label class="row-check">
        <input
          type="checkbox"
          checked={triage.selected.value.has(id)}
          disabled={over}
          onChange={() => triage.toggle(id)}
        />
        <span class="unseen">{`Select ${visibleLine(name)}`}</span>
      </label>
      <a
        id={rowId(id)}
        class="row-link"
        href={placeHash({ page: "approvals", id })}
        aria-current={triage.current.value === id}
        onClick={(event) => {
          event.preventDefault();
          triage.show(id);
          triage.open.value = true;
        }}
      >
        <span class="row-title">
          <span class="row-name">
            <ToolName server={server} tool={tool} title={tool_title} />
          </span>
          <span class="row-time">{over ? STATE_WORDS[state] : <TimeLeft from={created_at} until={expires_at} />}</span>
        </span>
        <span class="row-effect">{record === undefined ? " " : <Visible text={effectLine(record.arguments)} />}</span>
        <span class="row-facts">
          {fresh && <span class="chip chip-new">new</span>}
          <SafetyChip safety={safety} />
          {state === "orphaned" && <span class="chip">{STATE_WORDS.orphaned}</span>}
          <span class="row-agent">
            {tool_title !== null && (
              <>
                <code>
                  <Visible text={tool} />
                </code>
                {" · "}
              </>
            )}
            {agent} · <Ago time={created_at} />
          </span>
        </span>
      </a>
    </div>
  );
}

export function rowId(id: string): string {
  return `row-${id}`;
}

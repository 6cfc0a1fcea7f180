import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { visibleLine } from "@sallyport/contract/visible-text";
import { useState } from "preact/hooks";
import { ApprovalLink } from "../../parts/approval-link.tsx";
import { ArgumentList } from "../../parts/argument-list.tsx";
import { Ago } from "../../parts/times.tsx";
import { Visible, VisibleLines } from "../../parts/visible.tsx";
import { effectLine } from "../../text/effect-line.ts";
import { STATE_WORDS } from "../approvals/state-words.ts";
import { ToolName } from "../approvals/tool-name.tsx";

/** One decided call; opened it shows all of it. */
export function HistoryRow({ record }: { record: ApprovalRecord }) {
  const [open, setOpen] = useState(false);
  const {
    server,
    tool,
    tool_title,
    name,
    state,
    decided_by,
    decided_at,
    created_at,
    comment,
    arguments: args,
  } = record;
  return (
    <li class="card">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span class={`chip chip-state-${state}`}>{STATE_WORDS[state]}</span>
          <strong>
            <ToolName server={server} tool={tool} title={tool_title} />
          </strong>
          <span class="card-effect">
            <Visible text={effectLine(args)} />
          </span>
          <span class="dim">
            {decided_by === null ? "" : `${visibleLine(decided_by)}, `}
            <Ago time={decided_at ?? created_at} />
          </span>
        </summary>
        {open && (
          <div class="card-body">
            {comment !== null && comment !== "" && (
              <p>
                <span class="chip">comment</span> <VisibleLines text={comment} />
              </p>
            )}
            <p class="dim">
              <code>
                <Visible text={name} />
              </code>
              {` · agent ${record.agent} · asked ${new Date(created_at).toLocaleString()} · policy version ${record.policy.version}`}
            </p>
            {record.stop_agent && <p>With this the agent was stopped.</p>}
            <p class="dim">
              approval <ApprovalLink id={record.approval_id} />
            </p>
            <ArgumentList args={args} onEnd={nothing} />
            <p class="digest">
              digest <code>{record.arguments_digest}</code>
            </p>
          </div>
        )}
      </details>
    </li>
  );
}

const nothing = (): void => {};

import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { ApprovalLink } from "../../parts/approval-link.tsx";
import { Seen } from "../../parts/seen.tsx";
import { Ago, TimeLeft } from "../../parts/times.tsx";
import { Visible } from "../../parts/visible.tsx";
import { MoreTime } from "./more-time.tsx";
import { SafetyChip } from "./safety-chip.tsx";
import { STATE_WORDS } from "./state-words.ts";
import { ToolName } from "./tool-name.tsx";

/** What is asked for, who asks, and until when. */
export function ApprovalHeader({ record, onShown }: { record: ApprovalRecord; onShown: () => void }) {
  const { approval_id, server, tool, tool_title, name, agent, client, session, principal } = record;
  const { state, safety, created_at, expires_at } = record;
  const waits = state === "pending" || state === "orphaned";
  return (
    <header class="detail-header">
      <h2 id="detail-heading">
        <Seen onSeen={onShown} />
        <ToolName server={server} tool={tool} title={tool_title} />
      </h2>
      <p class="detail-state">
        <SafetyChip safety={safety} />
        <span class="chip">{STATE_WORDS[state]}</span>
        <span>
          asked <Ago time={created_at} />
        </span>
        {waits && (
          <>
            <TimeLeft from={created_at} until={expires_at} />
            <MoreTime record={record} />
          </>
        )}
      </p>
      {state === "orphaned" && (
        <p class="note">
          The caller has gone. If you allow it nothing runs now; the identical call, made again within ten minutes, runs
          once.
        </p>
      )}
      <dl class="facts">
        <div>
          <dt>Tool</dt>
          <dd>
            <code>
              <Visible text={name} />
            </code>{" "}
            <span class="dim">
              (<Visible text={tool} /> of <Visible text={server} />)
            </span>
          </dd>
        </div>
        <div>
          <dt>Asked by</dt>
          <dd>
            {principal} <strong>{agent}</strong>
            {client !== null && (
              <span class="dim">
                {" through "}
                <Visible text={`${client.name} ${client.version}`} /> <span class="chip">claimed by the client</span>
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt>Session</dt>
          <dd>
            <code>
              <Visible text={session} />
            </code>
          </dd>
        </div>
        <div>
          <dt>Approval</dt>
          <dd>
            <ApprovalLink id={approval_id} />
          </dd>
        </div>
      </dl>
    </header>
  );
}

import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { ActionButton } from "../../parts/action-button.tsx";
import { Ago, TimeLeft } from "../../parts/times.tsx";
import { useDisconnection } from "../../parts/use-disconnection.ts";
import { Visible, VisibleLines } from "../../parts/visible.tsx";
import { useConsole } from "../../state/console.ts";
import { STATE_WORDS } from "./state-words.ts";

/** How it was decided, by whom and when; the way back while nothing has claimed it. */
export function ApprovalOutcome({ record }: { record: ApprovalRecord }) {
  const { desk } = useConsole();
  const lost = useDisconnection();
  const { state, decided_by, decided_at, comment, expires_at, stop_agent } = record;
  return (
    <section class="actions" aria-label="Decision">
      <p>
        <strong>{STATE_WORDS[state]}</strong>
        {decided_at !== null && (
          <>
            {", decided by "}
            <strong>
              <Visible text={decided_by ?? "nobody"} />
            </strong>{" "}
            <Ago time={decided_at} />
          </>
        )}
      </p>
      {comment !== null && comment !== "" && (
        <p>
          <span class="chip">comment</span> <VisibleLines text={comment} />
        </p>
      )}
      {stop_agent && <p>With this the agent was stopped.</p>}
      {state === "expired" && <p>Nothing ran. If the agent makes the call again, you are asked again.</p>}
      {state === "approved" && (
        <div class="actions-buttons">
          <ActionButton onPress={() => void desk.takeBack(record.approval_id, record.name)} not={lost}>
            Take back
          </ActionButton>
          <span>
            good for one identical call, <TimeLeft from={decided_at ?? record.created_at} until={expires_at} />
          </span>
        </div>
      )}
    </section>
  );
}

import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { visibleLine } from "@sallyport/contract/visible-text";
import { Ago } from "../../parts/times.tsx";
import { VisibleLines } from "../../parts/visible.tsx";
import type { EarlierCalls } from "../../state/earlier-calls.ts";
import { STATE_WORDS } from "./state-words.ts";

const SHOWN = 5;

/** How calls of the same tool were decided before. */
export function SimilarDecisions({ record, earlier }: { record: ApprovalRecord; earlier: EarlierCalls }) {
  const { decided } = earlier;
  if (decided.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="similar-heading">
      <h3 id="similar-heading">Before</h3>
      <ul class="plain">
        {decided.slice(0, SHOWN).map((each) => (
          <li key={each.approval_id}>
            <strong>{STATE_WORDS[each.state]}</strong>
            {each.arguments_digest === record.arguments_digest && <span class="chip">same arguments</span>}
            {each.decided_by !== null && ` by ${visibleLine(each.decided_by)}`}{" "}
            <Ago time={each.decided_at ?? each.created_at} />
            {each.comment !== null && each.comment !== "" && (
              <>
                {": "}
                <VisibleLines text={each.comment} />
              </>
            )}
          </li>
        ))}
        {decided.length > SHOWN && <li class="dim">{`and ${decided.length - SHOWN} more in the history`}</li>}
      </ul>
    </section>
  );
}

import type { ProposalPage } from "@sallyport/contract/proposals";
import { visibleLine } from "@sallyport/contract/visible-text";
import { useEffect, useMemo, useState } from "preact/hooks";
import { ActionButton } from "../../parts/action-button.tsx";
import { DiffRows } from "../../parts/code-rows.tsx";
import { Problem } from "../../parts/problem.tsx";
import { Program } from "../../parts/program.tsx";
import { Ago } from "../../parts/times.tsx";
import { Visible, VisibleLines } from "../../parts/visible.tsx";
import { useConsole } from "../../state/console.ts";
import { unifiedRows } from "../../text/unified-diff.ts";
import { Confirm } from "./confirm.tsx";
import { useDeed } from "./use-deed.ts";

/** One proposal: what would change, what the agent claims, and the decision on exactly what was read. */
export function ProposalDetail({ id }: { id: string }) {
  const { policy } = useConsole();
  const page = useMemo(() => policy.proposal(id), [policy, id]);
  useEffect(() => page.stop, [page]);
  const proposal = page.value.value;
  return (
    <section class="panel" aria-labelledby="proposal-heading">
      <h2 id="proposal-heading">
        <Visible text={proposal === null || proposal.title === "" ? `Proposal ${id}` : proposal.title} />
      </h2>
      <Problem words={page.problem.value} />
      {proposal !== null && <Proposal proposal={proposal} />}
    </section>
  );
}

function Proposal({ proposal }: { proposal: ProposalPage }) {
  const { status, agent, created_at, rationale, diff, source, decided_at, decided_by, comment } = proposal;
  const rows = useMemo(() => unifiedRows(diff), [diff]);
  return (
    <>
      <p class="dim">
        by agent {agent} <Ago time={created_at} /> <span class="chip">{status}</span>
        {decided_at !== null && (
          <>
            {` by ${visibleLine(decided_by ?? "somebody")} `}
            <Ago time={decided_at} />
          </>
        )}
      </p>
      <h3>
        Why <span class="chip">claimed by the agent, unverified</span>
      </h3>
      <p>{rationale === "" ? <span class="dim">It says nothing.</span> : <VisibleLines text={rationale} />}</p>
      {comment !== null && comment !== "" && (
        <p>
          <span class="chip">comment</span> <VisibleLines text={comment} />
        </p>
      )}
      <h3>What changes in the policy in force</h3>
      {rows.length === 0 ? <p class="dim">Nothing.</p> : <DiffRows rows={rows} label="What changes" />}
      <details>
        <summary>The whole program</summary>
        <Program source={source} label="The proposed program" />
      </details>
      {proposal.review !== null && <Decision proposal={proposal} review={proposal.review} />}
    </>
  );
}

function Decision({ proposal: { id }, review }: { proposal: ProposalPage; review: string }) {
  const { policy } = useConsole();
  const { problem, run, not } = useDeed();
  const [comment, setComment] = useState("");
  return (
    <div class="decision">
      <Problem words={problem} />
      <label class="field">
        <span>Comment for the agent (optional)</span>
        <textarea rows={2} maxLength={500} value={comment} onInput={(event) => setComment(event.currentTarget.value)} />
      </label>
      <div class="actions-buttons">
        {/* What was read is not what is there now: a question about it goes away. */}
        <Confirm
          key={review}
          button="Make it the policy"
          question="Make this proposal the policy?"
          not={not}
          onYes={() => void run("the proposal is the policy", () => policy.approve(id, review, comment))}
        >
          <p>It is in force at once, exactly as shown. If it or the policy changed since, nothing happens.</p>
          <p class="digest">
            token of what you read <code>{review}</code>
          </p>
        </Confirm>
        <ActionButton not={not} onPress={() => void run("the proposal is rejected", () => policy.reject(id, comment))}>
          Reject
        </ActionButton>
      </div>
    </div>
  );
}

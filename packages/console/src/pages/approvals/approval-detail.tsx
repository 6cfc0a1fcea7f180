import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { DECIDABLE_STATES } from "@sallyport/contract/approvals";
import { useEffect, useRef } from "preact/hooks";
import { ArgumentList } from "../../parts/argument-list.tsx";
import { useCommands } from "../../parts/use-commands.ts";
import { Visible, VisibleLines } from "../../parts/visible.tsx";
import { useConsole } from "../../state/console.ts";
import { byteCount, byteWords } from "../../text/byte-count.ts";
import { ApprovalActions } from "./approval-actions.tsx";
import { ApprovalHeader } from "./approval-header.tsx";
import { ApprovalOutcome } from "./approval-outcome.tsx";
import { ApprovalWarnings } from "./approval-warnings.tsx";
import { FileChange } from "./file-change.tsx";
import { LastAllowed } from "./last-allowed.tsx";
import { ServerFacts } from "./server-facts.tsx";
import { SimilarDecisions } from "./similar-decisions.tsx";
import { useCurrentFile } from "./use-current-file.ts";
import { useEarlierCalls } from "./use-earlier-calls.ts";
import { useReadiness } from "./use-readiness.ts";

/** One call with everything a person decides by, and the decision. Nothing of it is left out or shortened. */
export function ApprovalDetail({ record }: { record: ApprovalRecord }) {
  const { approvals } = useConsole();
  const { approval_id: id, arguments: args } = record;
  const scroll = useRef<HTMLDivElement>(null);
  const { not, onTop, onEnd } = useReadiness(id);
  // Nothing of the arguments is shown before it: their end would come on screen and be pushed out again.
  const file = useCurrentFile(record);
  const earlier = useEarlierCalls(record);
  useEffect(() => approvals.follow(id), [approvals, id]);
  useCommands({
    scroll: () => scroll.current?.scrollBy({ top: scroll.current.clientHeight * 0.85 }),
  });

  return (
    <article class="detail" aria-labelledby="detail-heading">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="detail-scroll" id="detail" ref={scroll} tabIndex={0} aria-labelledby="detail-heading">
        <ApprovalHeader record={record} onShown={onTop} />
        <ApprovalWarnings record={record} earlier={earlier ?? null} />
        <PolicyWords record={record} />
        <section class="panel" aria-labelledby="arguments-heading">
          <h3 id="arguments-heading">
            Arguments
            <span class="dim">{` ${byteWords(byteCount(JSON.stringify(args)))}`}</span>
          </h3>
          {file === undefined || earlier === undefined ? (
            <p class="dim">Reading…</p>
          ) : (
            <>
              {earlier !== null && <LastAllowed record={record} earlier={earlier} />}
              {file !== null && <FileChange file={file} />}
              <ArgumentList args={args} onEnd={onEnd} />
            </>
          )}
          <p class="digest">
            digest <code>{record.arguments_digest}</code>
          </p>
        </section>
        <ServerFacts record={record} />
        {earlier && <SimilarDecisions record={record} earlier={earlier} />}
      </section>
      {DECIDABLE_STATES.includes(record.state) ? (
        <ApprovalActions record={record} notReady={not} />
      ) : (
        <ApprovalOutcome record={record} />
      )}
    </article>
  );
}

function PolicyWords({ record: { rationale, policy } }: { record: ApprovalRecord }) {
  return (
    <section class="panel" aria-labelledby="policy-heading">
      <h3 id="policy-heading">Why you are asked</h3>
      <p>
        <span class="chip">policy text</span>{" "}
        {rationale === "" ? <span class="dim">The policy says nothing.</span> : <VisibleLines text={rationale} />}
      </p>
      <p class="digest">
        policy version {policy.version}, digest{" "}
        <code>
          <Visible text={policy.digest} />
        </code>
      </p>
    </section>
  );
}

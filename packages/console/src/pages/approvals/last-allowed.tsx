import { APPROVAL_HISTORY_LIMIT, type ApprovalRecord } from "@sallyport/contract/approvals";
import { visibleLine } from "@sallyport/contract/visible-text";
import { useMemo } from "preact/hooks";
import { DiffRows } from "../../parts/code-rows.tsx";
import { Ago } from "../../parts/times.tsx";
import { Visible } from "../../parts/visible.tsx";
import { useConsole } from "../../state/console.ts";
import type { EarlierCalls } from "../../state/earlier-calls.ts";
import { type ArgumentChange, argumentChanges } from "../../text/argument-changes.ts";

interface LastAllowedProps {
  record: ApprovalRecord;
  earlier: EarlierCalls;
}

/** So many rows at most are shown without being asked for: more would push the arguments themselves out of sight. */
const SHORT = 6;

/** In what a call differs from the last one of its tool that was allowed. All of its arguments stand beside it in full. */
export function LastAllowed({ record, earlier: { allowed, decided } }: LastAllowedProps) {
  if (decided.length === 0) return <FirstTime />;
  if (allowed === undefined) return null;
  if (allowed.arguments_digest !== record.arguments_digest) return <Difference record={record} allowed={allowed} />;
  return (
    <p class="note">
      Same arguments as <TheCall allowed={allowed} />.
    </p>
  );
}

function FirstTime() {
  const { approvals } = useConsole();
  const isWhole = (approvals.history.value.value?.length ?? 0) < APPROVAL_HISTORY_LIMIT;
  return (
    <p>
      <strong>First time: </strong>
      {isWhole
        ? "no call of this tool was ever decided before."
        : `none of the last ${APPROVAL_HISTORY_LIMIT} decided calls was of this tool.`}
    </p>
  );
}

function Difference({ record, allowed }: { record: ApprovalRecord; allowed: ApprovalRecord }) {
  const changes = useMemo(() => argumentChanges(allowed.arguments, record.arguments), [allowed, record.arguments]);
  const count = changes.reduce((sum, { rows }) => sum + (rows?.length ?? 1), 0);
  return (
    <details class="compared" open={count <= SHORT}>
      <summary>
        Differs from <TheCall allowed={allowed} /> in{" "}
        <code>
          <Visible text={changes.map(({ path }) => path).join(", ")} />
        </code>
      </summary>
      <dl class="arguments">
        {changes.map((change) => (
          <Change key={`${change.kind} ${change.path}`} change={change} />
        ))}
      </dl>
    </details>
  );
}

function TheCall({ allowed: { decided_by, decided_at, created_at } }: { allowed: ApprovalRecord }) {
  return (
    <>
      {`the call that ${visibleLine(decided_by ?? "somebody")} allowed `}
      <Ago time={decided_at ?? created_at} />
    </>
  );
}

const KIND_WORDS = { changed: "", added: "only in this call", removed: "only in the earlier call" };

function Change({ change: { path, kind, rows } }: { change: ArgumentChange }) {
  return (
    <div class="argument">
      <dt>
        <code>
          <Visible text={path} />
        </code>
        <span class="dim">{KIND_WORDS[kind]}</span>
      </dt>
      <dd>
        {rows === null ? (
          <p class="note">too much of it differs to be compared</p>
        ) : (
          <DiffRows rows={rows} label={`Difference in ${path}`} />
        )}
      </dd>
    </div>
  );
}

import { useEffect, useRef, useState } from "preact/hooks";
import { KeyHint } from "../../parts/key-hint.tsx";
import { Problem } from "../../parts/problem.tsx";
import { RowWindow } from "../../parts/row-window.tsx";
import { useCommands } from "../../parts/use-commands.ts";
import { useConsole } from "../../state/console.ts";
import type { TriageRow as Row } from "../../state/triage-rows.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { LastDecision } from "./last-decision.tsx";
import { rowId, TriageRow } from "./triage-row.tsx";
import { TriageTools } from "./triage-tools.tsx";

const ROW_REM = 5;

/** What waits, as a list to go through by keys. */
export function TriageList() {
  const { triage, approvals } = useConsole();
  const rows = triage.rows.value;
  const wantsFocus = useRef(false);
  const current = triage.current.value;
  const [view, setView] = useState({ from: 0, to: 0 });
  const unseen = rows.filter(
    (row, index) => row.kind === "approval" && row.fresh && (index < view.from || index >= view.to),
  ).length;

  const move = (by: 1 | -1): void => {
    wantsFocus.current = true;
    triage.step(by);
    focusRow(triage.current.value);
  };
  const showFresh = (): void => {
    const first = triage.showFresh();
    if (first === null) return;
    wantsFocus.current = true;
    triage.show(first);
  };
  useCommands({
    next: () => move(1),
    previous: () => move(-1),
    showNew: showFresh,
    select: () => current !== null && triage.toggle(current),
    selectAll: triage.selectAll,
  });
  useEffect(() => {
    if (wantsFocus.current) focusRow(current);
    wantsFocus.current = false;
  }, [current]);

  return (
    <section class="triage-list" aria-label="Waiting approvals">
      <TriageTools />
      <BulkBar />
      <Problem words={approvals.waiting.problem.value} />
      {rows.length === 0 ? (
        <NothingWaits />
      ) : (
        <RowWindow
          label="Waiting approvals"
          keys={rows.map(keyOf)}
          anchor={current}
          focusable
          rowRem={ROW_REM}
          row={(index) => <AnyRow row={rows[index]} />}
          onView={(from, to) => setView({ from, to })}
        />
      )}
      {unseen > 0 && (
        <button type="button" class="pill" onClick={showFresh}>
          {`${unseen} new`}
          <KeyHint of="showNew" />
        </button>
      )}
      <LastDecision />
    </section>
  );
}

function AnyRow({ row }: { row: Row | undefined }) {
  if (row === undefined) return null;
  if (row.kind === "approval") return <TriageRow row={row} />;
  return (
    <h2 class="row-group">
      {row.label} <span class="dim">{row.count}</span>
    </h2>
  );
}

function NothingWaits() {
  const { triage, approvals } = useConsole();
  if (approvals.waiting.value.value === null) return <p class="empty">Looking…</p>;
  return (
    <p class="empty">
      {triage.query.value === ""
        ? "Nothing waits for you. When an agent asks, it shows here."
        : "Nothing that waits matches the search."}
    </p>
  );
}

function keyOf(row: Row): string {
  return row.kind === "group" ? `group ${row.label}` : row.approval.approval_id;
}

function focusRow(id: string | null): void {
  if (id !== null) document.getElementById(rowId(id))?.focus({ preventScroll: true });
}

import type { TextRow } from "@sallyport/contract/text-lines";
import { visibleLine } from "@sallyport/contract/visible-text";
import { useMemo } from "preact/hooks";
import { type ComparedPart, comparedWords } from "../text/compared-words.ts";
import type { DiffRow } from "../text/line-diff.ts";
import { ComparedLine, Visible } from "./visible.tsx";

/** Text as numbered lines. The numbers are no part of what is copied. */
export function TextRows({ rows, label }: { rows: readonly TextRow[]; label: string }) {
  return (
    <ol class="code" aria-label={visibleLine(label)}>
      {rows.map((row) =>
        row.kind === "line" ? (
          <li key={row.number} class="code-line" data-line={row.number}>
            <Visible text={row.text} />
          </li>
        ) : (
          <li key={row.from} class="code-line code-gap" data-line={row.from}>
            <span class="token">{`⟦${row.to - row.from + 1} empty lines⟧`}</span>
          </li>
        ),
      )}
    </ol>
  );
}

/**
 * A unified diff, both numbers of each line beside it. What changed is said in signs and words as well as colour, and
 * underlined in a line that took another's place.
 */
export function DiffRows({ rows, label }: { rows: readonly DiffRow[]; label: string }) {
  const compared = useMemo(() => comparedWords(rows), [rows]);
  return (
    <ol class="code code-diff" aria-label={visibleLine(label)}>
      {rows.map((row, index) => (
        <DiffLine key={index} row={row} parts={compared.get(index)} />
      ))}
    </ol>
  );
}

const SIGNS = { same: " ", removed: "−", added: "+" } as const;

function DiffLine({ row, parts }: { row: DiffRow; parts: readonly ComparedPart[] | undefined }) {
  if (row.kind === "note") return <li class="code-line code-gap">{row.text}</li>;
  if (row.kind === "gap") {
    return <li class="code-line code-gap">{row.lines === 1 ? "1 equal line" : `${row.lines} equal lines`}</li>;
  }
  return (
    <li
      class={`code-line code-${row.kind}`}
      data-old={row.kind === "added" ? "" : row.old}
      data-line={row.kind === "removed" ? "" : row.new}
      data-sign={SIGNS[row.kind]}
    >
      {row.kind !== "same" && <span class="unseen">{`${row.kind}: `}</span>}
      {parts === undefined ? <Visible text={row.text} /> : <ComparedLine parts={parts} />}
    </li>
  );
}

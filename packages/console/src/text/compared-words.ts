import { type VisiblePart, visibleParts } from "@sallyport/contract/visible-parts";
import { diffArrays } from "diff";
import type { DiffRow } from "./line-diff.ts";

/** A piece of a line as it is shown, and whether the line it is compared with lacks it. */
export interface ComparedPart {
  part: VisiblePart;
  changed: boolean;
}

/** Past so many changed words two lines are as good as different. */
const MOST = 100;
/** So many characters of a diff at most are compared: who wrote them may want the page to be busy. */
const BUDGET = 50_000;
/** So much of the longer line has to be in both, or marking the rest says nothing. */
const LEAST_EQUAL = 0.25;

/** The rows of a diff of which a line took another's place, word by word. By the place of the row. */
export function comparedWords(rows: readonly DiffRow[]): ReadonlyMap<number, readonly ComparedPart[]> {
  const compared = new Map<number, readonly ComparedPart[]>();
  let removed: number[] = [];
  let added: number[] = [];
  let left = BUDGET;
  const pair = (): void => {
    for (const [index, old] of removed.entries()) {
      const fresh = added[index];
      if (fresh === undefined) break;
      const [before, after] = [textOf(rows[old]), textOf(rows[fresh])];
      left -= before.length + after.length;
      const words = left < 0 ? null : compareLines(before, after);
      if (words !== null) compared.set(old, words.before).set(fresh, words.after);
    }
    [removed, added] = [[], []];
  };
  rows.forEach(({ kind }, index) => {
    if (kind === "note") return;
    if (kind !== "added" && added.length > 0) pair();
    if (kind === "removed") removed.push(index);
    else if (kind === "added") added.push(index);
    else pair();
  });
  pair();
  return compared;
}

/** Compared as they are shown: what is hidden in a line is a word of its own. Null where next to nothing is in both. */
function compareLines(before: string, after: string): { before: ComparedPart[]; after: ComparedPart[] } | null {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { comparator: isSame, maxEditLength: MOST });
  if (changes === undefined) return null;
  const [old, fresh]: [ComparedPart[], ComparedPart[]] = [[], []];
  let equal = 0;
  for (const { added, removed, value } of changes) {
    for (const part of value) {
      if (!added) put(old, { part, changed: removed });
      if (!removed) put(fresh, { part, changed: added });
      if (!added && !removed && part.kind === "text") equal += part.text.trim().length;
    }
  }
  return equal < Math.max(before.length, after.length) * LEAST_EQUAL ? null : { before: old, after: fresh };
}

function wordsOf(line: string): VisiblePart[] {
  return visibleParts(line).flatMap((part): VisiblePart[] =>
    part.kind === "text"
      ? (part.text.match(/[\p{L}\p{M}\p{N}]+|\s+|./gsu) ?? []).map((text) => ({ kind: "text", text }))
      : [part],
  );
}

function isSame(left: VisiblePart, right: VisiblePart): boolean {
  return left.kind === right.kind && shownAs(left) === shownAs(right);
}

function shownAs(part: VisiblePart): string | number {
  return "text" in part ? part.text : part.count;
}

function put(parts: ComparedPart[], { part, changed }: ComparedPart): void {
  const last = parts.at(-1);
  if (last?.changed === changed && last.part.kind === "text" && part.kind === "text") {
    parts[parts.length - 1] = { changed, part: { kind: "text", text: last.part.text + part.text } };
  } else parts.push({ part, changed });
}

function textOf(row: DiffRow | undefined): string {
  return row !== undefined && "text" in row ? row.text : "";
}

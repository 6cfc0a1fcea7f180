import { useMemo } from "preact/hooks";
import { DiffRows } from "../../parts/code-rows.tsx";
import { lineDiff } from "../../text/line-diff.ts";
import type { WrittenFile } from "./use-current-file.ts";

const CONTEXT = 3;

/** What a call would change in a file if its text takes the file's place; a tool may add it as well. The whole text stands with the arguments. */
export function FileChange({ file: { current, content } }: { file: WrittenFile }) {
  const rows = useMemo(() => lineDiff(current, content, { context: CONTEXT }), [current, content]);
  if (rows === null) {
    return <p class="note">The file as it is now has next to nothing in common with this text.</p>;
  }
  if (current === content) return <p class="note">The file already holds exactly this.</p>;
  return (
    <details class="current-file" open>
      <summary>What changes if this replaces the file as it is now</summary>
      <DiffRows rows={rows} label="What changes if this replaces the file" />
    </details>
  );
}

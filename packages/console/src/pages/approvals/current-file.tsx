import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { useEffect, useState } from "preact/hooks";
import { DiffRows } from "../../parts/code-rows.tsx";
import { useConsole } from "../../state/console.ts";
import { readCurrentFile } from "../../state/current-file.ts";
import { fileWriteIn } from "../../text/edit-pairs.ts";
import { lineDiff } from "../../text/line-diff.ts";

const CONTEXT = 3;

/** What a call that writes a whole file would change in it, where the person's view shows the file. */
export function CurrentFile({ record }: { record: ApprovalRecord }) {
  const { link } = useConsole();
  const [current, setCurrent] = useState<string | null>(null);
  const write = fileWriteIn(record.arguments);
  const { server } = record;
  useEffect(() => {
    let here = true;
    setCurrent(null);
    if (write !== null) void readCurrentFile(link, server, write.path).then((text) => here && setCurrent(text));
    return () => {
      here = false;
    };
  }, [link, server, write?.path]);
  if (write === null || current === null) return null;
  const rows = current === write.content ? [] : lineDiff(current, write.content, CONTEXT);
  if (rows === null)
    return <p class="note">The file is there now, and has next to nothing in common with what is written.</p>;
  if (rows.length === 0) return <p class="note">The file already holds exactly this.</p>;
  return (
    <details class="current-file" open>
      <summary>What changes in the file as it is now</summary>
      <DiffRows rows={rows} label="What changes in the file" />
    </details>
  );
}

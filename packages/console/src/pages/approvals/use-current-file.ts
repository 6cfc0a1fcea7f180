import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { fileWriteIn } from "@sallyport/contract/edit-pairs";
import { useEffect, useState } from "preact/hooks";
import { useConsole } from "../../state/console.ts";
import { readCurrentFile } from "../../state/current-file.ts";

/** A file that a call names, and the text it has for it. */
export interface WrittenFile {
  current: string;
  content: string;
}

/** What the file that a call has a text for holds now; null where it names none, or nobody shows it; undefined while it is read. */
export function useCurrentFile({ server, arguments: args }: ApprovalRecord): WrittenFile | null | undefined {
  const { link } = useConsole();
  const write = fileWriteIn(args);
  const [file, setFile] = useState<WrittenFile | null | undefined>(write === null ? null : undefined);
  useEffect(() => {
    if (write === null) return;
    void readCurrentFile(link, server, write.path).then((current) =>
      setFile(current === null ? null : { current, content: write.content }),
    );
    // The arguments of a record never change.
  }, [link, server, args]);
  return file;
}

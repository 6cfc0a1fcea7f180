import { POLICY_FILES, type PolicyLanguage } from "@sallyport/contract/policies";
import { visibleLines } from "@sallyport/contract/visible-text";
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";

interface Program {
  language: PolicyLanguage;
  source: string;
}

/** What the diff may search before it gives up and shows both texts whole, in edits. */
const EDIT_LIMIT = 2000;

/**
 * The unified diff from the active policy to a proposed one. It is for eyes: hidden characters stand as visible tokens,
 * so it is no patch. Two programs too far apart to align are shown as one removed and one added.
 */
export function policyDiff(active: Program | null, proposed: Program): string {
  const from = active === null ? "/dev/null" : `active/${fileName(active)}`;
  const patch =
    createTwoFilesPatch(
      from,
      `proposed/${fileName(proposed)}`,
      active?.source ?? "",
      proposed.source,
      undefined,
      undefined,
      {
        context: 3,
        maxEditLength: EDIT_LIMIT,
        headerOptions: FILE_HEADERS_ONLY,
      },
    ) ?? replaced(from, `proposed/${fileName(proposed)}`, active?.source ?? "", proposed.source);
  return visibleLines(patch);
}

const fileName = ({ language }: Program) => `policy.${POLICY_FILES[language].extension}`;

function replaced(from: string, to: string, before: string, after: string): string {
  const removed = before.split("\n").map((line) => `-${line}`);
  const added = after.split("\n").map((line) => `+${line}`);
  return [`--- ${from}`, `+++ ${to}`, `@@ -1,${removed.length} +1,${added.length} @@`, ...removed, ...added, ""].join(
    "\n",
  );
}

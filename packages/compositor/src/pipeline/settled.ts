import { META_SETTLED, type SettledCall } from "@sallyport/contract/approvals";
import type { JsonObject } from "@sallyport/contract/json";
import type { ToolEntry } from "../surface/tool-entry.ts";

/**
 * What a call is answered with before its host would cut it. Clients refuse an answer that does not fit a tool's output
 * schema unless it is an error without structured content; so such a tool's call is answered as an error.
 */
export function settledResult({ shown }: Pick<ToolEntry, "shown">, settled: SettledCall, page?: string): JsonObject {
  const text = wordsOf(settled, page);
  const content = [{ type: "text", text }];
  const _meta = { [META_SETTLED]: settled };
  if (shown.outputSchema !== undefined) return { isError: true, content, _meta };
  // Some hosts show a model the structured content alone.
  return { content, structuredContent: { sallyport: { ...settled, message: text } }, _meta };
}

function wordsOf({ approval_id, state, expires_at }: SettledCall, page: string | undefined): string {
  const repeat = "repeat the identical call. Do not change the arguments, and do not try another way.";
  if (state === "running")
    return `Approved and running, without a result yet (${approval_id}). To get the result, ${repeat} It is not run a second time.`;
  const where = page === undefined ? "" : ` at ${page}`;
  return [
    `Not executed: waiting for approval ${approval_id} until ${expires_at}. A person can decide${where}; tell the user that you wait.`,
    `To continue, ${repeat} The repeat waits for the same answer and runs once.`,
  ].join(" ");
}

import { randomUUID } from "node:crypto";
import type { ApprovalRecord } from "@sallyport/contract/approvals";
import type { JsonObject } from "@sallyport/contract/json";
import { visibleLine } from "@sallyport/contract/visible-text";

/** What a client is sent so that its user finds the page: which tool waits and where, never the arguments. */
export function pageQuestion(
  { server, tool }: Pick<ApprovalRecord, "server" | "tool">,
  page: string,
): JsonObject & { elicitationId: string } {
  const message = `A call of ${visibleLine(tool)} on ${visibleLine(server)} waits for you. Your page shows it whole and takes your answer; nothing is decided here.`;
  return { mode: "url", elicitationId: randomUUID(), url: page, message };
}

import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { Fault } from "@sallyport/contract/faults";
import type { JsonObject } from "@sallyport/contract/json";
import { hostKey, longestMatch } from "../hosts/settle-rules.ts";
import type { CompositorLimits, CompositorPowers } from "../powers.ts";
import type { Session } from "../sessions/session.ts";
import { declaredModes } from "./declared-modes.ts";
import { formQuestion, readFormAnswer } from "./form-question.ts";
import { pageQuestion } from "./page-question.ts";

/** What a client is sent. Only a form's answer is taken for one; it rejects where the answer is no person's or does not fit. */
export type ClientQuestion =
  | { mode: "url"; params: JsonObject & { elicitationId: string } }
  | { mode: "form"; params: JsonObject; take(content: unknown, afterMs: number): Promise<void> };

export type QuestionPowers = Pick<CompositorPowers, "clock" | "approvalPage" | "elicitation"> & {
  limits: CompositorLimits;
};

/** A form where the client is trusted with one and it shows the question whole, else the page, else null. */
export function clientQuestion(
  powers: QuestionPowers,
  { capabilities, client }: Session,
  record: ApprovalRecord,
): ClientQuestion | null {
  const { elicitation, approvalPage } = powers;
  if (elicitation === undefined || record.state !== "pending") return null;
  const can = declaredModes(capabilities);
  const form = can.form && client !== undefined ? trustedForm(powers, client.info.name, record) : null;
  if (form !== null) return form;
  const page = can.url && elicitation.url ? approvalPage?.(record.approval_id) : undefined;
  return page === undefined ? null : { mode: "url", params: pageQuestion(record, page) };
}

function trustedForm(
  { clock, elicitation, limits }: QuestionPowers,
  name: string,
  record: ApprovalRecord,
): ClientQuestion | null {
  if (elicitation?.form === undefined) return null;
  const { clients, decide } = elicitation.form;
  const names = clients.map((client) => [client, client] as const);
  const client = longestMatch(hostKey(name), names);
  if (client === undefined) return null;
  const params = formQuestion(record, clock());
  if (params === null) return null;
  return {
    mode: "form",
    params,
    async take(content, afterMs) {
      if (afterMs < limits.soonestAnswerMs)
        throw new Error(`its client answered the form within ${limits.soonestAnswerMs} ms, as no person does`);
      const answer = readFormAnswer(content);
      if (answer === null) throw new Error("its client's answer does not fit the form");
      await decide(record.approval_id, answer, client).catch((error: unknown) => {
        // Somebody was quicker, as with two tabs.
        if (!(error instanceof Fault && (error.code === "already_decided" || error.code === "wrong_state")))
          throw error;
      });
    },
  };
}

import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { isJsonObject, type JsonObject, ownProperty } from "@sallyport/contract/json";
import { visiblePlain } from "@sallyport/contract/visible-parts";
import { REASON_LIMIT } from "@sallyport/contract/visible-text";
import type { FormAnswer } from "./elicitation-config.ts";

/** The longest message of a form, in characters: what a host might cut is not put in one at all. */
const MOST_SHOWN = 2_000;
const ALLOW = "allow once";
const DENY = "deny";

/** No default: a client that fills forms in by itself finds nothing to fill in. */
const SCHEMA: JsonObject = {
  type: "object",
  properties: {
    decision: { type: "string", title: "Decision", enum: [ALLOW, DENY] },
    comment: { type: "string", title: "Comment", description: "The agent reads it", maxLength: REASON_LIMIT },
  },
  required: ["decision"],
};

/** The question itself as a form, or null where a form cannot show all of it. */
export function formQuestion(record: ApprovalRecord, now: number): JsonObject | null {
  // Where there is more than one yes to choose from, it takes the page.
  if (record.options.filter(({ allows }) => allows).length !== 1) return null;
  const json = JSON.stringify(record.arguments, null, 2);
  const message = json.length > MOST_SHOWN ? json : messageOf(record, json, now);
  return message.length > MOST_SHOWN ? null : { mode: "form", message, requestedSchema: SCHEMA };
}

/** Null for whatever is not an answer to the form, to the letter. */
export function readFormAnswer(content: unknown): FormAnswer | null {
  if (!isJsonObject(content) || Object.keys(content).some((key) => key !== "decision" && key !== "comment"))
    return null;
  const decision = ownProperty(content, "decision");
  const comment = Object.hasOwn(content, "comment") ? content.comment : "";
  if (decision !== ALLOW && decision !== DENY) return null;
  if (typeof comment !== "string" || comment.length > REASON_LIMIT) return null;
  return { decision: decision === ALLOW ? "allow" : "deny", ...(comment !== "" && { comment }) };
}

/** In a fence, which hosts that read Markdown leave as it is: nothing in it can end it, and no fact can begin another. */
function messageOf(record: ApprovalRecord, json: string, now: number): string {
  const { agent, server, tool, rationale, created_at, expires_at } = record;
  const seconds = Math.max(0, Math.round((now - Date.parse(created_at)) / 1000));
  const facts = [
    `agent: ${agent}`,
    `tool: ${tool}`,
    `server: ${server}`,
    `waits: ${seconds} s, until ${expires_at}`,
    `the policy says: ${rationale}`,
    ...`arguments: ${json}`.split("\n"),
  ];
  const shown = facts.map((fact) => visiblePlain(fact).replaceAll("`", "⟦U+0060⟧"));
  return ["May this run, once, exactly as it stands here?", "```", ...shown, "```"].join("\n");
}

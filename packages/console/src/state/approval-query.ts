import type { PendingApprovals } from "@sallyport/contract/approvals";

/** What waits, as a list shows it; a record has all of it too. */
export type WaitingApproval = Omit<PendingApprovals["approvals"][number], "uri">;

const FIELDS = ["agent", "server", "tool", "state", "session"] as const;
type Field = (typeof FIELDS)[number];

/** A search that was typed: `tool:write state:orphaned notes`. */
export interface ApprovalQuery {
  fields: readonly { field: Field; part: string }[];
  words: readonly string[];
}

export function parseQuery(text: string): ApprovalQuery {
  const fields: { field: Field; part: string }[] = [];
  const words: string[] = [];
  for (const term of text.toLowerCase().split(/\s+/).filter(Boolean)) {
    const field = FIELDS.find((name) => term.startsWith(`${name}:`));
    if (field === undefined) words.push(term);
    else fields.push({ field, part: term.slice(field.length + 1) });
  }
  return { fields, words };
}

type Matched = Pick<WaitingApproval, Field | "name" | "rationale">;

/** Whether all that was typed is somewhere in it; `more` is what else the row shows. */
export function matches({ fields, words }: ApprovalQuery, approval: Matched, more = ""): boolean {
  const told = approval.state === "pending" ? "pending live" : approval.state;
  const textOf = (field: Field) => (field === "state" ? told : approval[field]).toLowerCase();
  if (!fields.every(({ field, part }) => textOf(field).includes(part))) return false;
  const { name, server, tool, agent, rationale } = approval;
  const all = [name, server, tool, agent, rationale, more].join("\n").toLowerCase();
  return words.every((word) => all.includes(word));
}

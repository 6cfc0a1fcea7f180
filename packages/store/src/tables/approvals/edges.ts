import { APPROVAL_EDGES, type ApprovalState } from "@sallyport/contract/approvals";
import type { DecisionWord } from "@sallyport/contract/decisions";
import type { Writing } from "../../database.ts";
import type { ApprovalRow } from "../schema.ts";

const APPROVAL_STATES = Object.keys(APPROVAL_EDGES) as readonly ApprovalState[]; // the record's keys are the states

/** The states from which `to` can be reached. */
function sourcesOf(to: ApprovalState): ApprovalState[] {
  return APPROVAL_STATES.filter((from) => APPROVAL_EDGES[from].includes(to));
}

export interface Move {
  id: string;
  to: ApprovalState;
  /** Narrows where the move may start; every state that has the edge, if left out. */
  from?: readonly ApprovalState[];
  /** Only while this instance owns it. */
  owner?: string;
  /** Only while it is in time. */
  inTime?: boolean;
  set?: Partial<ApprovalRow>;
  verdict?: DecisionWord;
}

/**
 * One edge: a conditional UPDATE that changes one row or none, with its event and its announcement in the same
 * transaction. Answers the row as it is now, or null where the condition did not hold.
 */
export async function moveApproval(writing: Writing, move: Move): Promise<ApprovalRow | null> {
  const sources = sourcesOf(move.to).filter((from) => move.from?.includes(from) ?? true);
  let update = writing.query
    .updateTable("approvals")
    .set({ ...move.set, state: move.to, moved_at: writing.at })
    .where("approval_id", "=", move.id)
    .where("state", "in", sources);
  if (move.owner !== undefined) update = update.where("owner", "=", move.owner);
  if (move.inTime) update = update.where("expires_at", ">", writing.at);
  const row = await update.returningAll().executeTakeFirst();
  if (row === undefined) return null;
  tell(writing, row, `approval-${move.to}`, { verdict: move.verdict, by: move.set?.decided_by });
  return row;
}

interface Decided {
  verdict?: DecisionWord | undefined;
  /** The person, where one decided. */
  by?: string | null | undefined;
}

/** Records and announces what happened to an approval. */
export function tell(writing: Writing, row: ApprovalRow, action: string, { verdict, by }: Decided = {}): void {
  const { approval_id, agent, state, server, tool, policy_version, policy_digest } = row;
  writing.record({
    agent,
    phase: "approval",
    action,
    status: state,
    server,
    tool,
    subject: approval_id,
    policy: { version: policy_version, digest: policy_digest },
    ...(verdict && { verdict }),
    ...(by && { by }),
  });
  writing.announce({ topic: "approvals", agent, key: approval_id });
}

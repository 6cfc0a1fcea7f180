import {
  APPROVAL_EXTENSION_MS,
  DECIDABLE_STATES,
  LONGEST_APPROVAL_MS,
  ONE_SHOT_LIFETIME_MS,
} from "@sallyport/contract/approvals";
import { Fault } from "@sallyport/contract/faults";
import type { Database, Writing } from "../../database.ts";
import type { ApprovalDesk } from "../../facets/approvals.ts";
import { latchOf, stopAgent } from "../abort-latches.ts";
import { ownerLives } from "../instances.ts";
import type { ApprovalRow } from "../schema.ts";
import { moveApproval, tell } from "./edges.ts";
import { findApproval, recordOf } from "./rows.ts";

/** What a person decides. A record that cannot be decided is left as it is, but for one whose time is over. */
export function createApprovalDesk(database: Database): ApprovalDesk {
  return {
    approve: ({ id, option, comment, by }) =>
      decided(database, async (writing) => {
        const row = await decidable(writing, id);
        if (row instanceof Fault) return row;
        const chosen = chooseOption(row, option);
        if (chosen instanceof Fault) return chosen;
        const runs = row.state === "pending" && (await ownerLives(writing, row.owner)) ? "now" : "on_repeat";
        if (row.state === "pending" && runs === "on_repeat") {
          await moveApproval(writing, { id, to: "orphaned", verdict: "caller_gone" });
        }
        const approved = await moveApproval(writing, {
          id,
          to: "approved",
          verdict: "user_approve",
          set: {
            ...decision(writing, by, comment),
            chosen_option: chosen,
            expires_at: new Date(writing.time + ONE_SHOT_LIFETIME_MS).toISOString(),
          },
        });
        return approved === null ? undecidable(writing, row) : { ...recordOf(approved), runs };
      }),

    deny: ({ id, reason, stop_agent, by }) =>
      decided(database, async (writing) => {
        const row = await decidable(writing, id);
        if (row instanceof Fault) return row;
        const denied = await moveApproval(writing, {
          id,
          to: "denied",
          verdict: stop_agent ? "user_deny_abort" : "user_deny_continue",
          // What stops an agent is told by the stop, for as long as it lasts.
          set: { ...decision(writing, by, reason), stop_agent: stop_agent ? 1 : 0, unheard: stop_agent ? 0 : 1 },
        });
        if (denied === null) return undecidable(writing, row);
        if (stop_agent) await stopFor(writing, denied, by);
        return recordOf(denied);
      }),

    revoke: ({ id, by }) =>
      decided(database, async (writing) => {
        const row = await findApproval(writing.query, id);
        if (row === undefined) return unknownApproval(id);
        const set = { ...decision(writing, by), unheard: 1 } as const;
        const revoked = await moveApproval(writing, { id, to: "revoked", inTime: true, set });
        if (revoked !== null) return recordOf(revoked);
        return new Fault(
          "wrong_state",
          `approval \`${id}\` is ${row.state === "approved" ? "expired" : row.state}; only an approved one that no call has claimed can be revoked`,
          { state: row.state },
        );
      }),

    extend: ({ id, by }) =>
      decided(database, async (writing) => {
        const row = await decidable(writing, id);
        if (row instanceof Fault) return row;
        const until = Math.min(
          Date.parse(row.expires_at) + APPROVAL_EXTENSION_MS,
          Date.parse(row.created_at) + LONGEST_APPROVAL_MS,
        );
        const expires_at = new Date(until).toISOString();
        if (expires_at <= row.expires_at) return asLongAsItGets(row);
        const extended = await writing.query
          .updateTable("approvals")
          .set({ expires_at })
          .where("approval_id", "=", id)
          .where("state", "in", DECIDABLE_STATES)
          .returningAll()
          .executeTakeFirst();
        if (extended === undefined) return undecidable(writing, row);
        tell(writing, extended, "approval-extended", { by });
        return recordOf(extended);
      }),
  };
}

/** Throws a refusal only after the transaction: expiring what is overdue stays written. */
async function decided<T>(database: Database, work: (writing: Writing) => Promise<T | Fault>): Promise<T> {
  const outcome = await database.write(work);
  if (outcome instanceof Fault) throw outcome;
  return outcome;
}

async function decidable(writing: Writing, id: string): Promise<ApprovalRow | Fault> {
  const row = await findApproval(writing.query, id);
  if (row === undefined) return unknownApproval(id);
  if (!DECIDABLE_STATES.includes(row.state)) return undecidable(writing, row);
  if (row.expires_at > writing.at) return row;
  const expired = await moveApproval(writing, { id, to: "expired", verdict: "expired" });
  return undecidable(writing, expired ?? row);
}

/** Every one of these says who it was and when; `decided_by` is null where it was a clock, or a server that went away. */
async function undecidable({ query }: Writing, row: ApprovalRow): Promise<Fault> {
  const { approval_id: id, agent, state, decided_by, decided_at, moved_at } = row;
  if (state === "cancelled" && row.stop_agent === 1) {
    const latch = await latchOf(query, agent);
    // Stopped in the transaction that cancelled this; a later stop is another one's.
    const by = latch?.at === moved_at ? latch.by : null;
    return new Fault(
      "wrong_state",
      `approval \`${id}\` was cancelled when agent \`${agent}\` was stopped; resume the agent, then the call has to be made again`,
      { state, decided_by: by, decided_at: moved_at },
    );
  }
  if (decided_at === null) {
    return new Fault("wrong_state", `approval \`${id}\` is ${state}; the call has to be made again`, {
      state,
      decided_by,
      decided_at: moved_at,
    });
  }
  return new Fault(
    "already_decided",
    `approval \`${id}\` was decided by ${decided_by} at ${decided_at} and is ${state}`,
    { state, decided_by, decided_at },
  );
}

function asLongAsItGets({ approval_id: id, expires_at }: ApprovalRow): Fault {
  const hours = LONGEST_APPROVAL_MS / 3_600_000;
  return new Fault(
    "wrong_state",
    `approval \`${id}\` waits until ${expires_at} and no longer: a call waits at most ${hours} hours; decide it, or let the agent ask again`,
    { expires_at },
  );
}

function unknownApproval(id: string): Fault {
  return new Fault("not_found", `no approval \`${id}\`; list the pending ones for their ids`);
}

/** The option that allows: the one named, or the first. Options that do not allow are for `deny`. */
function chooseOption(row: ApprovalRow, option: string | undefined): string | Fault {
  const { options } = recordOf(row);
  const allowing = options.filter(({ allows }) => allows);
  const offered = allowing.map(({ id }) => `\`${id}\``).join(", ") || "none";
  const chosen = options.find(({ id, allows }) => (option === undefined ? allows : id === option));
  if (chosen === undefined) {
    return new Fault(
      "invalid_input",
      `approval \`${row.approval_id}\` has no such option; those that allow it: ${offered}`,
    );
  }
  if (!chosen.allows) {
    return new Fault(
      "invalid_input",
      `option \`${chosen.id}\` does not allow the call; deny it, or choose one that does: ${offered}`,
    );
  }
  return chosen.id;
}

/** The person's refusal stops the agent, for the reason they gave. */
async function stopFor(
  writing: Writing,
  { approval_id, agent, name, comment }: ApprovalRow,
  by: string,
): Promise<void> {
  const reason = comment || `the call of \`${name}\` was denied`;
  await stopAgent(writing, { agent, by, reason, cause: { verdict: "user_deny_abort", subject: approval_id } });
}

function decision(writing: Writing, by: string, comment?: string) {
  return { decided_at: writing.at, decided_by: by, ...(comment !== undefined && { comment }) };
}

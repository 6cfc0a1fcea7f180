import { DECIDABLE_STATES } from "@sallyport/contract/approvals";
import type { Database } from "../../database.ts";
import type { ApprovalRecords } from "../../facets/approvals.ts";
import { findApproval, recordOf } from "./rows.ts";

export function createApprovalRecords(database: Pick<Database, "read">, now: () => number): ApprovalRecords {
  return {
    async pending({ agent }) {
      const rows = await database.read((query) => {
        const waiting = query
          .selectFrom("approvals")
          .selectAll()
          .where("state", "in", DECIDABLE_STATES)
          .where("expires_at", ">", new Date(now()).toISOString())
          .orderBy("created_at")
          .orderBy("approval_id");
        return (agent === undefined ? waiting : waiting.where("agent", "=", agent)).execute();
      });
      return rows.map(recordOf);
    },
    async get(id) {
      const row = await database.read((query) => findApproval(query, id));
      return row === undefined ? null : recordOf(row);
    },
    async history({ agent, limit }) {
      const rows = await database.read((query) => {
        const past = query
          .selectFrom("approvals")
          .selectAll()
          .where("state", "not in", DECIDABLE_STATES)
          .orderBy("moved_at", "desc")
          .orderBy("approval_id")
          .limit(limit);
        return (agent === undefined ? past : past.where("agent", "=", agent)).execute();
      });
      return rows.map(recordOf);
    },
  };
}

import {
  APPROVAL_HISTORY_LIMIT,
  type ApprovalHistory,
  type ApprovalRecord,
  type PendingApprovals,
} from "@sallyport/contract/approvals";
import { URIS } from "@sallyport/contract/uris";
import type { PolicyReaderFace } from "../powers.ts";
import { idIn, jsonPage, type Pages } from "./pages.ts";

/** What waits for a person and what was decided. Only a person's face has these. */
export function approvalPages({ agent, approvals }: Extract<PolicyReaderFace, { principal: "human" }>): Pages {
  return {
    templates: [
      {
        uriTemplate: URIS.pendingApproval("{id}"),
        name: "approval",
        title: "One approval",
        description: "The whole record: the arguments, the options, and how it stands.",
        mimeType: "application/json",
      },
    ],
    list: async () => [
      {
        uri: URIS.pendingApprovals,
        name: "pending-approvals",
        title: "Waiting calls",
        description: "Every call that waits for a person, and those whose caller has gone.",
        mimeType: "application/json",
      },
      {
        uri: URIS.approvalHistory,
        name: "approval-history",
        title: "Decided calls",
        description: `The last ${APPROVAL_HISTORY_LIMIT} decided calls, apart from those that wait.`,
        mimeType: "application/json",
      },
      ...(await approvals.pending({ agent })).map(({ approval_id, name }) => ({
        uri: URIS.pendingApproval(approval_id),
        name: `approval-${approval_id}`,
        title: name,
        mimeType: "application/json",
      })),
    ],
    read: async (uri) => {
      if (uri === URIS.pendingApprovals) {
        const index: PendingApprovals = { approvals: (await approvals.pending({ agent })).map(summary) };
        return jsonPage(uri, index);
      }
      if (uri === URIS.approvalHistory) {
        const history: ApprovalHistory = {
          pending: await approvals.pending({ agent }),
          decided: await approvals.history({ agent, limit: APPROVAL_HISTORY_LIMIT }),
        };
        return jsonPage(uri, history);
      }
      const id = idIn(uri, URIS.pendingApproval(""));
      const record = id === null ? null : await approvals.get(id);
      return record?.agent === agent ? jsonPage(uri, record) : null;
    },
    touched: async ({ topic, key }) =>
      topic === "approvals" ? [URIS.pendingApprovals, URIS.approvalHistory, URIS.pendingApproval(key)] : [],
  };
}

function summary(record: ApprovalRecord): PendingApprovals["approvals"][number] {
  const { approval_id, agent, session, client, name, server, tool, tool_title, safety, rationale } = record;
  const { state, created_at, expires_at } = record;
  const what = { name, server, tool, tool_title, safety, rationale, state, created_at, expires_at };
  return { approval_id, agent, session, client, ...what, uri: URIS.pendingApproval(approval_id) };
}

import type { ProposalList, ProposalPage, ProposalRecord } from "@sallyport/contract/proposals";
import { reviewToken } from "@sallyport/contract/review";
import { URIS } from "@sallyport/contract/uris";
import { visibleLine, visibleLines } from "@sallyport/contract/visible-text";
import type { PolicyReaderPowers } from "../powers.ts";
import { idIn, jsonPage, type Pages } from "./pages.ts";
import { policyDiff } from "./policy-diff.ts";

type ProposalPowers = Pick<PolicyReaderPowers, "face" | "policies" | "proposals">;

/** The agent's proposals: a list, and a page each, which is what a person reads before deciding. */
export function proposalPages({ face, policies, proposals }: ProposalPowers): Pages {
  const own = () => proposals.list({ agent: face.agent });
  const shown = (record: ProposalRecord) => asShown(record, face.principal);
  return {
    templates: [
      {
        uriTemplate: URIS.proposal("{id}"),
        name: "proposal",
        title: "One proposal",
        description: "The whole proposal with its difference to the active policy.",
        mimeType: "application/json",
      },
    ],
    list: async () => [
      {
        uri: URIS.proposals,
        name: "proposals",
        title: "Proposals",
        description: "Every proposal, newest first.",
        mimeType: "application/json",
      },
      ...(await own())
        .filter(({ status }) => status === "pending")
        .map(({ id, title }) => ({
          uri: URIS.proposal(id),
          name: `proposal-${id}`,
          title: visibleLine(title) || `Proposal ${id}`,
          mimeType: "application/json",
        })),
    ],
    read: async (uri) => {
      if (uri === URIS.proposals) {
        const list: ProposalList = {
          proposals: (await own()).map((record) => {
            const { source: _, rationale: __, ...summary } = shown(record);
            return { ...summary, uri: URIS.proposal(record.id) };
          }),
        };
        return jsonPage(uri, list);
      }
      const id = idIn(uri, URIS.proposal(""));
      const record = id === null ? null : await proposals.get(id);
      if (record?.agent !== face.agent) return null;
      const active = await policies.active(face.agent);
      const decidable = face.principal === "human" && record.status === "pending";
      const page: ProposalPage = {
        ...shown(record),
        diff: policyDiff(active, record),
        review: decidable ? reviewToken(record, active?.digest ?? null) : null,
      };
      return jsonPage(uri, page);
    },
    touched: async ({ topic, key }) => {
      if (topic === "proposals") return [URIS.proposals, URIS.proposal(key)];
      if (topic !== "policy") return [];
      // Every page shows the difference to the active policy; those that wait are the ones somebody acts on.
      const waiting = (await own()).filter(({ status }) => status === "pending");
      return waiting.map(({ id }) => URIS.proposal(id));
    },
  };
}

/** Claims in one visible form; the source stays exact, for it is what would run. An agent is not told who decided. */
function asShown(record: ProposalRecord, principal: "agent" | "human"): ProposalRecord {
  return {
    ...record,
    title: visibleLine(record.title),
    rationale: visibleLines(record.rationale),
    decided_by: principal === "human" ? record.decided_by : null,
  };
}

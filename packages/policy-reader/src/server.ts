import type { ServedTable } from "@sallyport/mcp";
import { createDryRun } from "./dry-run.ts";
import type { PolicyReaderPowers } from "./powers.ts";
import { activePolicyPages } from "./resources/active-policy.ts";
import { approvalPages } from "./resources/approvals.ts";
import { type Pages, servePages } from "./resources/pages.ts";
import { policyVersionPages } from "./resources/policy-versions.ts";
import { proposalPages } from "./resources/proposals.ts";
import { timelinePages } from "./resources/timeline.ts";
import { decideTool } from "./tools/decide.ts";
import { decideBatchTool } from "./tools/decide-batch.ts";
import { VERSION } from "./version.ts";

/** Shows one agent's policy, its proposals and, to a person, its approvals and timeline; answers dry decisions. */
export function createPolicyReader(powers: PolicyReaderPowers): ServedTable {
  const { face, decideForAgents } = powers;
  const dryRun = createDryRun(powers);
  const pages: Pages[] = [activePolicyPages(powers), proposalPages(powers)];
  if (face.principal === "human") pages.push(approvalPages(face), timelinePages(face), policyVersionPages(face));
  return {
    info: { name: "sallyport-policy-reader", title: "Sallyport policy reader", version: VERSION },
    tools: face.principal === "human" || decideForAgents ? [decideTool(dryRun), decideBatchTool(dryRun)] : [],
    resources: servePages(pages, { agent: face.agent, changes: powers.changes }),
  };
}

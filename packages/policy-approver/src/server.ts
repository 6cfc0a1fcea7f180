import type { ServedTable } from "@sallyport/mcp";
import type { PolicyApproverPowers } from "./powers.ts";
import { acceptDefinitionTool } from "./tools/accept-definition.ts";
import { approveTool } from "./tools/approve.ts";
import { approveProposalTool } from "./tools/approve-proposal.ts";
import { denyTool } from "./tools/deny.ts";
import { extendTool } from "./tools/extend.ts";
import { listModesTool } from "./tools/list-modes.ts";
import { rejectProposalTool } from "./tools/reject-proposal.ts";
import { reloadPolicyTool } from "./tools/reload-policy.ts";
import { revokeTool } from "./tools/revoke.ts";
import { setModeTool } from "./tools/set-mode.ts";
import { setPolicyTool } from "./tools/set-policy.ts";
import { setPolicyTextTool } from "./tools/set-policy-text.ts";
import { validatePolicyTool } from "./tools/validate-policy.ts";
import { VERSION } from "./version.ts";

/** The person's server. Whoever can reach it decides, so an agent never may. */
export function createPolicyApprover(powers: PolicyApproverPowers): ServedTable {
  return {
    info: { name: "sallyport-policy-approver", title: "Sallyport policy approver", version: VERSION },
    tools: [
      approveTool(powers),
      denyTool(powers),
      extendTool(powers),
      revokeTool(powers),
      approveProposalTool(powers),
      rejectProposalTool(powers),
      setPolicyTool(powers),
      setPolicyTextTool(powers),
      validatePolicyTool(powers),
      reloadPolicyTool(powers),
      listModesTool(powers),
      setModeTool(powers),
      acceptDefinitionTool(powers),
    ],
  };
}

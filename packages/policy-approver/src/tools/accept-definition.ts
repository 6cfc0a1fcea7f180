import { acceptDefinition } from "@sallyport/contract/policy-approver";
import { implement, type ServedTool } from "@sallyport/mcp";
import type { PolicyApproverPowers } from "../powers.ts";

export function acceptDefinitionTool({ agent, by, definitions }: PolicyApproverPowers): ServedTool {
  return implement(acceptDefinition, async ({ server, tool, digest }) => {
    await definitions.accept({ agent, server, tool, digest, by });
    return { server, tool, digest };
  });
}

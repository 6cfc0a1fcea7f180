import type { FormDesk } from "@sallyport/compositor";
import { Fault } from "@sallyport/contract/faults";
import type { ApproverStore } from "@sallyport/store";

/**
 * All that an agent's view gets of the approver: yes once, or no, to one call of this agent, in the name of the client whose
 * form said so. `approvals` is the approver's pen; nothing else of it can be reached from here.
 */
export function createFormDesk(agent: string, approvals: ApproverStore["approvals"]): FormDesk {
  return async (id, { decision, comment }, client) => {
    if ((await approvals.get(id))?.agent !== agent) throw new Fault("not_found", `there is no approval \`${id}\``);
    const by = `elicitation:${client}`;
    if (decision === "allow") await approvals.approve({ id, by, ...(comment !== undefined && { comment }) });
    else await approvals.deny({ id, by, reason: comment ?? "", stop_agent: false });
  };
}

import type { AgentId } from "@sallyport/contract/principals";
import type { HttpIdentity } from "@sallyport/mcp/http";

/** Who a request is from. It comes from the credential alone. */
export type DoorIdentity = AgentIdentity | HumanIdentity;

export interface AgentIdentity extends HttpIdentity {
  principal: "agent";
  agent: AgentId;
}

export interface HumanIdentity extends HttpIdentity {
  principal: "human";
  /** As the records will say: `user:NAME`. */
  user: string;
}

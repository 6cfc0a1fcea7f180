import type { Decider } from "@sallyport/policy";
import type {
  ActivePolicy,
  ApprovalRecords,
  ChangeFeed,
  PolicyHistory,
  ProposalRecords,
  TimelineRecords,
} from "@sallyport/store";

/** Who reads. Approvals, the timeline and earlier policies are handed to a person's face only; an agent's has no way to them. */
export type PolicyReaderFace =
  | { principal: "agent"; agent: string }
  | {
      principal: "human";
      agent: string;
      approvals: ApprovalRecords;
      timeline: Pick<TimelineRecords, "list">;
      versions: PolicyHistory;
    };

/** Eyes on one agent's policy and a decider to ask. Nothing here can write. */
export interface PolicyReaderPowers {
  face: PolicyReaderFace;
  policies: ActivePolicy;
  proposals: ProposalRecords;
  changes: ChangeFeed;
  decider: Decider;
  /** Whether an agent may ask for dry decisions. A person always may. */
  decideForAgents: boolean;
  /** Milliseconds from any fixed point, for the rate limit. */
  now?: () => number;
}

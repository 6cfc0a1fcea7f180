import type { ApprovalDesk, ApprovalQueue, ApprovalRecords } from "./facets/approvals.ts";
import type { ChangeFeed } from "./facets/change-feed.ts";
import type { EventLog, GateLedger } from "./facets/gate-ledger.ts";
import type { Instances } from "./facets/instances.ts";
import type {
  DefinitionDecisions,
  DefinitionLedger,
  DefinitionRecords,
  MountLedger,
  MountRecords,
} from "./facets/mounts.ts";
import type { ActivePolicy, PolicyActivation, PolicyHistory, PolicyStart } from "./facets/policies.ts";
import type { ProposalDecisions, ProposalDrafts, ProposalRecords } from "./facets/proposals.ts";
import type { TimelineRecords } from "./facets/timeline.ts";

/** The compositor's store: it decides nothing and can activate no policy but an agent's first. */
export interface GateStore {
  ledger: GateLedger;
  events: EventLog;
  approvals: ApprovalQueue;
  policies: ActivePolicy & PolicyStart;
  mounts: MountLedger;
  definitions: DefinitionLedger;
  instances: Instances;
  changes: ChangeFeed;
}

/** Reads, on a connection that cannot write. */
export interface ReaderStore {
  policies: ActivePolicy & PolicyHistory;
  proposals: ProposalRecords;
  approvals: ApprovalRecords;
  mounts: MountRecords;
  definitions: DefinitionRecords;
  timeline: TimelineRecords;
  changes: ChangeFeed;
}

export interface ProposerStore {
  proposals: ProposalDrafts;
}

export interface ApproverStore {
  /** `get` tells whose a record is before it is decided. */
  approvals: ApprovalDesk & Pick<ApprovalRecords, "get">;
  policies: ActivePolicy & PolicyHistory & PolicyActivation;
  proposals: ProposalRecords & ProposalDecisions;
  definitions: DefinitionDecisions;
}

/** What each role of a server may do to the store; a server is opened with one of these and can reach nothing else. */
export interface StoreRoles {
  gate: GateStore;
  reader: ReaderStore;
  proposer: ProposerStore;
  approver: ApproverStore;
}

export type StoreRole = keyof StoreRoles;

/** A role's facets, open until `close`. */
export type OpenStore<Role extends StoreRole> = StoreRoles[Role] & { close(): Promise<void> };

import type { AbortLatches, AgentControl, TurnLatch } from "./facets/agents.ts";
import type { ApprovalDesk, ApprovalQueue, ApprovalRecords } from "./facets/approvals.ts";
import type { ChangeFeed } from "./facets/change-feed.ts";
import type { Chat } from "./facets/chat.ts";
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
import type { DurableSubscriptions } from "./facets/subscriptions.ts";
import type { TimelineRecords } from "./facets/timeline.ts";
import type { CompositorPresence, WantedMountRecords, WantedMounts } from "./facets/wanted-mounts.ts";

/** The compositor's store: it decides nothing and can activate no policy but an agent's first. */
export interface GateStore {
  ledger: GateLedger;
  events: EventLog;
  approvals: ApprovalQueue;
  policies: ActivePolicy & PolicyStart;
  mounts: MountLedger;
  definitions: DefinitionLedger;
  wanted: WantedMountRecords;
  latches: AbortLatches;
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

export interface LoopStore {
  turns: TurnLatch;
}

export interface ChatStore {
  chat: Chat;
  changes: ChangeFeed;
}

/** Reads, on a connection that cannot write. */
export interface MetaStore {
  mounts: MountRecords;
  changes: ChangeFeed;
}

export interface AdminStore {
  wanted: WantedMounts;
  mounts: MountRecords;
  presence: CompositorPresence;
  changes: ChangeFeed;
}

export interface ResourcesStore {
  subscriptions: DurableSubscriptions;
  changes: ChangeFeed;
}

/** The person's hold on every agent of the store. */
export interface AgentsStore {
  agents: AgentControl;
}

/** Reads single questions and says how telling of them went; it decides nothing. */
export interface ChannelStore {
  approvals: Pick<ApprovalRecords, "get">;
  events: EventLog;
  changes: ChangeFeed;
}

/** What each role of a server may do to the store; a server is opened with one of these and can reach nothing else. */
export interface StoreRoles {
  gate: GateStore;
  reader: ReaderStore;
  proposer: ProposerStore;
  approver: ApproverStore;
  loop: LoopStore;
  chat: ChatStore;
  meta: MetaStore;
  admin: AdminStore;
  resources: ResourcesStore;
  agents: AgentsStore;
  channel: ChannelStore;
}

export type StoreRole = keyof StoreRoles;

/** A role's facets, open until `close`. */
export type OpenStore<Role extends StoreRole> = StoreRoles[Role] & { close(): Promise<void> };

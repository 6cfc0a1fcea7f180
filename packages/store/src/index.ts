export type { AbortLatches, AgentControl, TurnLatch } from "./facets/agents.ts";
export type {
  ApprovalDesk,
  ApprovalQueue,
  ApprovalRecords,
  ApprovalRequest,
  AskOutcome,
} from "./facets/approvals.ts";
export { CHANGE_TOPICS, type Change, type ChangeFeed, type ChangeTopic } from "./facets/change-feed.ts";
export type { Chat } from "./facets/chat.ts";
export type { DecidedCall, EndedCall, EventLog, GateLedger } from "./facets/gate-ledger.ts";
export type { Instances } from "./facets/instances.ts";
export type {
  DefinitionDecisions,
  DefinitionLedger,
  DefinitionRecords,
  MountLedger,
  MountRecords,
} from "./facets/mounts.ts";
export type { ActivePolicy, NewPolicy, PolicyActivation, PolicyHistory, PolicyStart } from "./facets/policies.ts";
export type { ProposalDecisions, ProposalDrafts, ProposalRecords } from "./facets/proposals.ts";
export type { DurableSubscriptions, SubscribedResource, Subscriber } from "./facets/subscriptions.ts";
export type { TimelineRecords } from "./facets/timeline.ts";
export {
  ATTACHED_LIMIT,
  type CompositorPresence,
  type WantedMount,
  type WantedMountRecords,
  type WantedMounts,
} from "./facets/wanted-mounts.ts";
export { type OpenStoreOptions, openStore } from "./open-store.ts";
export type {
  AdminStore,
  AgentsStore,
  ApproverStore,
  ChannelStore,
  ChatStore,
  GateStore,
  LoopStore,
  MetaStore,
  OpenStore,
  ProposerStore,
  ReaderStore,
  ResourcesStore,
  StoreRole,
  StoreRoles,
} from "./roles.ts";
export { StoreError, type StoreProblem } from "./store-error.ts";
export { defaultStoreUrl, sqlitePath } from "./store-url.ts";

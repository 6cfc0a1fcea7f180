import type { AbortLatch } from "@sallyport/contract/agents";
import type { ApprovalState } from "@sallyport/contract/approvals";
import type { ChatFace, ChatMessage } from "@sallyport/contract/chat";
import type { SafetyClass } from "@sallyport/contract/decisions";
import type { MountRecord } from "@sallyport/contract/mounts";
import type { PolicyLanguage } from "@sallyport/contract/policies";
import type { PrincipalKind } from "@sallyport/contract/principals";
import type { ProposalStatus } from "@sallyport/contract/proposals";
import type { Generated } from "kysely";
import type { ChangeTopic } from "../facets/change-feed.ts";

/** SQLite has no booleans: 0 or 1. */
type Flag = 0 | 1;

export interface PolicyRow {
  agent: string;
  version: number;
  digest: string;
  language: PolicyLanguage;
  source: string;
  mode: string;
  non_interactive: Flag;
  author: string;
  reason: string;
  created_at: string;
}

export interface ProposalRow {
  id: string;
  agent: string;
  status: ProposalStatus;
  language: PolicyLanguage;
  title: string;
  rationale: string;
  source: string;
  created_at: string;
  decided_at: string | null;
  decided_by: string | null;
  comment: string | null;
}

export interface ApprovalRow {
  approval_id: string;
  agent: string;
  principal: PrincipalKind;
  session: string;
  client_json: string | null;
  name: string;
  server: string;
  tool: string;
  tool_title: string | null;
  safety: SafetyClass;
  arguments_json: string;
  arguments_digest: string;
  definition_digest: string;
  policy_version: number;
  policy_digest: string;
  rationale: string;
  options_json: string;
  state: ApprovalState;
  created_at: string;
  expires_at: string;
  owner: string;
  decided_at: string | null;
  decided_by: string | null;
  chosen_option: string | null;
  comment: string | null;
  stop_agent: Flag;
  /** A person's refusal that no call has been told. */
  unheard: Flag;
  /** When the state last changed; orders the history. */
  moved_at: string;
}

interface CallRow {
  call_id: string;
  agent: string;
  principal: PrincipalKind;
  session: string;
  name: string;
  server: string;
  tool: string;
  arguments_json: string;
  context_json: string;
  verdict: string;
  rationale: string;
  policy_version: number | null;
  policy_digest: string | null;
  error_json: string | null;
  decided_at: string;
  status: string | null;
  duration_ms: number | null;
  end_error_json: string | null;
  violation_type: string | null;
  ended_at: string | null;
}

export interface TimelineRow {
  seq: number;
  agent: string;
  event: string;
  hash: string;
}

export interface InstanceRow {
  id: string;
  agent: string;
  view: PrincipalKind;
  machine: string;
  pid: number;
  started: string;
  seen_at: string;
}

export interface MountRow {
  agent: string;
  view: PrincipalKind;
  name: string;
  owner: string;
  origin: MountRecord["origin"];
  pinned: Flag;
  spec_digest: string;
  launch_json: string | null;
  state_json: string;
  sandbox: string;
  restarts: number;
  since: string;
  stderr_json: string;
  stderr_lines: number;
}

export interface DefinitionRow {
  agent: string;
  server: string;
  tool: string;
  accepted_json: string;
  accepted_digest: string;
  observed_json: string | null;
  observed_digest: string | null;
  changed_at: string | null;
  /** Who accepted the definition; null where it is the first one seen. */
  accepted_by: string | null;
}

export interface WantedMountRow {
  agent: string;
  mount_key: string;
  name: string;
  spec_json: string | null;
  /** Only where there is no spec. */
  configured_digest: string | null;
  wanted_at: string;
}

interface LatchRow extends AbortLatch {
  agent: string;
}

interface TurnRow {
  agent: string;
  turns: number;
  yielded_at: string;
}

interface ChatMessageRow extends ChatMessage {
  seq: Generated<number>;
  agent: string;
  /** Length of the content in UTF-8. */
  bytes: number;
}

interface ChatMarkRow {
  agent: string;
  reader: ChatFace;
  seq: number;
}

interface ListSubscriptionRow {
  agent: string;
  principal: PrincipalKind;
  server: string;
}

interface ResourceSubscriptionRow extends ListSubscriptionRow {
  seq: Generated<number>;
  uri: string;
  added_at: string;
}

interface PresetRow {
  agent: string;
  principal: PrincipalKind;
  name: string;
  resources_json: string;
  lists_json: string;
}

export interface Tables {
  policies: PolicyRow;
  proposals: ProposalRow;
  approvals: ApprovalRow;
  calls: CallRow;
  timeline: TimelineRow;
  timeline_head: { seq: number; hash: string };
  changes: { seq: Generated<number>; topic: ChangeTopic; agent: string; key: string };
  instances: InstanceRow;
  mounts: MountRow;
  definitions: DefinitionRow;
  wanted_mounts: WantedMountRow;
  abort_latches: LatchRow;
  turns: TurnRow;
  chat_messages: ChatMessageRow;
  chat_marks: ChatMarkRow;
  resource_subscriptions: ResourceSubscriptionRow;
  list_subscriptions: ListSubscriptionRow;
  subscription_presets: PresetRow;
}

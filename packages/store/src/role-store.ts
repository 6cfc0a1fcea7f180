import type { CommitSignal, Database } from "./database.ts";
import type { StoreRole, StoreRoles } from "./roles.ts";
import { createAbortLatches } from "./tables/abort-latches.ts";
import { createAgentControl, createTurnLatch } from "./tables/agents.ts";
import { createApprovalDesk } from "./tables/approvals/desk.ts";
import { createApprovalQueue } from "./tables/approvals/queue.ts";
import { createApprovalRecords } from "./tables/approvals/records.ts";
import { createChangeFeed } from "./tables/changes.ts";
import { createChat } from "./tables/chat.ts";
import { createDefinitionDecisions, createDefinitionLedger, createDefinitionRecords } from "./tables/definitions.ts";
import { createGateLedger } from "./tables/gate-ledger.ts";
import { createCompositorPresence, createInstances } from "./tables/instances.ts";
import { createMountLedger, createMountRecords } from "./tables/mounts.ts";
import { createPolicyActivation, createPolicyRecords, createPolicyStart } from "./tables/policies.ts";
import { createProposalDecisions, createProposalDrafts, createProposalRecords } from "./tables/proposals.ts";
import { createDurableSubscriptions } from "./tables/subscriptions.ts";
import { createEventLog, createTimelineRecords } from "./tables/timeline.ts";
import { createWantedMountRecords, createWantedMounts } from "./tables/wanted-mounts.ts";

/** The connections a dialect opens for a role. `quick` survives a crash of the process, `durable` a loss of power. */
export interface RoleConnections {
  reading: Pick<Database, "read">;
  quick: () => Database;
  durable: () => Database;
  signal: CommitSignal;
  now: () => number;
}

export interface Assembled<Role extends StoreRole> {
  facets: StoreRoles[Role];
  ready: Promise<void>;
  close(): Promise<void>;
}

/** Which facets each role is handed, over which connection. */
export const ROLE_STORES: { [Role in StoreRole]: (connections: RoleConnections) => Assembled<Role> } = {
  gate({ reading, quick, durable, signal, now }) {
    const [fast, safe] = [quick(), durable()];
    const feed = createChangeFeed(reading, signal);
    const ledger = createGateLedger(fast, safe);
    const instances = createInstances(fast, now);
    return {
      facets: {
        ledger,
        events: createEventLog(fast),
        approvals: createApprovalQueue(safe, now),
        policies: { ...createPolicyRecords(reading), ...createPolicyStart(safe) },
        mounts: createMountLedger(fast),
        definitions: createDefinitionLedger(safe),
        wanted: createWantedMountRecords(reading),
        latches: createAbortLatches(reading),
        instances,
        changes: feed.changes,
      },
      ready: feed.ready,
      async close() {
        feed.close();
        await ledger.settled();
        await instances.close();
      },
    };
  },
  reader({ reading, signal, now }) {
    const feed = createChangeFeed(reading, signal);
    return {
      facets: {
        policies: createPolicyRecords(reading),
        proposals: createProposalRecords(reading),
        approvals: createApprovalRecords(reading, now),
        mounts: createMountRecords(reading, now),
        definitions: createDefinitionRecords(reading),
        timeline: createTimelineRecords(reading),
        changes: feed.changes,
      },
      ready: feed.ready,
      close: async () => feed.close(),
    };
  },
  proposer({ durable }) {
    return { facets: { proposals: createProposalDrafts(durable()) }, ready: Promise.resolve(), close: async () => {} };
  },
  approver({ reading, durable, now }) {
    const safe = durable();
    return {
      facets: {
        approvals: { ...createApprovalDesk(safe), get: createApprovalRecords(reading, now).get },
        policies: { ...createPolicyRecords(reading), ...createPolicyActivation(safe) },
        proposals: { ...createProposalRecords(reading), ...createProposalDecisions(safe) },
        definitions: createDefinitionDecisions(safe),
      },
      ready: Promise.resolve(),
      close: async () => {},
    };
  },
  loop({ durable }) {
    return { facets: { turns: createTurnLatch(durable()) }, ready: Promise.resolve(), close: async () => {} };
  },
  chat({ reading, durable, signal }) {
    const feed = createChangeFeed(reading, signal);
    return {
      facets: { chat: createChat(durable()), changes: feed.changes },
      ready: feed.ready,
      close: async () => feed.close(),
    };
  },
  meta({ reading, signal, now }) {
    const feed = createChangeFeed(reading, signal);
    return {
      facets: { mounts: createMountRecords(reading, now), changes: feed.changes },
      ready: feed.ready,
      close: async () => feed.close(),
    };
  },
  admin({ reading, durable, signal, now }) {
    const feed = createChangeFeed(reading, signal);
    return {
      facets: {
        wanted: createWantedMounts(durable()),
        mounts: createMountRecords(reading, now),
        presence: createCompositorPresence(reading, now),
        changes: feed.changes,
      },
      ready: feed.ready,
      close: async () => feed.close(),
    };
  },
  resources({ reading, durable, signal }) {
    const feed = createChangeFeed(reading, signal);
    return {
      facets: { subscriptions: createDurableSubscriptions(durable()), changes: feed.changes },
      ready: feed.ready,
      close: async () => feed.close(),
    };
  },
  channel({ reading, quick, signal, now }) {
    const feed = createChangeFeed(reading, signal);
    return {
      facets: {
        approvals: { get: createApprovalRecords(reading, now).get },
        events: createEventLog(quick()),
        changes: feed.changes,
      },
      ready: feed.ready,
      close: async () => feed.close(),
    };
  },
  agents({ durable, now }) {
    return { facets: { agents: createAgentControl(durable(), now) }, ready: Promise.resolve(), close: async () => {} };
  },
};

import { visibleLines } from "@sallyport/contract/visible-text";
import { memoryFront, openFront, type Peer, type ServedTable, tableFront } from "@sallyport/mcp";
import { createChecker, createDecider, listModes, loadMode, openQuickjs } from "@sallyport/policy";
import { createPolicyApprover } from "@sallyport/policy-approver";
import { createPolicyReader } from "@sallyport/policy-reader";
import { type AgentsStore, openStore, type ReaderStore } from "@sallyport/store";
import type { StoreOptions, WholeStoreOptions } from "./options.ts";
import type { Surroundings } from "./surroundings.ts";
import { VERSION } from "./version.ts";

/** A person's side of the door: clients of the same two servers any other face of the product uses. */
export interface HumanDoor {
  reader: Peer;
  approver: Peer;
}

type Human = Pick<Surroundings, "user" | "writeError">;

/** Runs with a client of the person's `policy_reader` and one of `policy_approver`, and closes both. */
export async function withHumanDoor<T>(
  { store, agent }: StoreOptions,
  human: Human,
  use: (door: HumanDoor) => Promise<T>,
): Promise<T> {
  await using open = new AsyncDisposableStack();
  const desk = open.adopt(await openStore(store, "approver"), (opened) => opened.close());
  const records = open.adopt(await openStore(store, "reader"), (opened) => opened.close());
  const engines = [open.adopt(openQuickjs({}), (opened) => opened.close())];
  const decider = createDecider({ active: (id) => records.policies.active(id), engines });
  const checker = createChecker({ engines });
  const { approvals, timeline, policies: versions } = records;
  const face = { principal: "human", agent, approvals, timeline, versions } as const;
  const reader = await clientOf(createPolicyReader({ ...records, face, decider, decideForAgents: false }), human, open);
  const modes = { listModes, loadMode };
  const approver = await clientOf(
    createPolicyApprover({ ...desk, agent, by: human.user, checker, modes }),
    human,
    open,
  );
  return await use({ reader, approver });
}

async function clientOf(table: ServedTable, { writeError }: Human, open: AsyncDisposableStack): Promise<Peer> {
  const { front, connect } = memoryFront();
  // The client only hears "internal error", as anybody would; the person at this terminal hears what it was.
  const onError = (method: string, error: unknown) =>
    writeError(
      `sallyport: ${method}: ${visibleLines(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
    );
  await openFront({ ...tableFront(table), onError }, front);
  const info = { name: "sallyport", version: VERSION };
  return open.adopt(await connect({ info, capabilities: {} }), (client) => client.close());
}

/** Runs with the records alone, on a connection that cannot write. */
export async function withRecords<T>(
  { store }: WholeStoreOptions,
  use: (records: ReaderStore) => Promise<T>,
): Promise<T> {
  await using open = new AsyncDisposableStack();
  return await use(open.adopt(await openStore(store, "reader"), (opened) => opened.close()));
}

/** Runs with the person's hold on every agent of the store. */
export async function withAgents<T>(
  { store }: WholeStoreOptions,
  use: (agents: AgentsStore["agents"]) => Promise<T>,
): Promise<T> {
  await using open = new AsyncDisposableStack();
  const { agents } = open.adopt(await openStore(store, "agents"), (opened) => opened.close());
  return await use(agents);
}

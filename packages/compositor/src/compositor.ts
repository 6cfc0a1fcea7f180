import type { JsonObject } from "@sallyport/contract/json";
import type { MountState } from "@sallyport/contract/mounts";
import {
  type Child,
  ConnectionError,
  type Front,
  type FrontTransport,
  openFront,
  type Peer,
  type ServedTable,
} from "@sallyport/mcp";
import { policyAtHand } from "./active-policy.ts";
import type { CompositorConfig, MountSpec } from "./mount-spec.ts";
import { capabilitiesForChildren, connectMount } from "./mounts/connect.ts";
import type { Mount } from "./mounts/mount.ts";
import { MountJournal } from "./mounts/mount-journal.ts";
import { MountTable } from "./mounts/mount-table.ts";
import { WantedServers } from "./mounts/wanted-servers.ts";
import { createPipeline } from "./pipeline/order.ts";
import { type CompositorPowers, DEFAULT_LIMITS } from "./powers.ts";
import { levelForChildren, setChildLevel } from "./relay/log-levels.ts";
import { Notices } from "./relay/notices.ts";
import { relayQuestion } from "./relay/questions.ts";
import { Subscriptions } from "./relay/subscriptions.ts";
import type { Roof } from "./roof.ts";
import { frontSpec } from "./sessions/front-spec.ts";
import { mountClient } from "./sessions/mount-client.ts";
import { Session } from "./sessions/session.ts";
import { connectView, type ViewClientOptions } from "./sessions/view-client.ts";
import { Surface } from "./surface/surface.ts";

/** What is under the roof at one moment: one failing child is one failed entry. */
export interface CompositorSnapshot {
  ts: string;
  servers: Record<string, MountState & { restarts: number; since: string; stderr: readonly string[] }>;
}

/** One view of one principal: servers under one roof, and a door to them in which every call is taken through the gate. */
export interface Compositor {
  /** Mounts a server of the user's. Resolves when it runs or failed; at once while nobody has started the children yet. */
  mountServer(name: string, spec: Omit<MountSpec, "name">): Promise<MountState>;
  /** Mounts one of the product's own servers, which the roof vouches for. Throws `mount_conflict` where the name is taken. */
  mountInProcess(name: string, table: ServedTable): void;
  /** Takes a server away: its calls end with an error, what waits for a person on it is cancelled. An unknown name is fine. */
  unmountServer(name: string): Promise<void>;
  /**
   * Unmounts what is gone, mounts what is new, remounts what changed, tries again what failed, leaves the rest running.
   * What was attached or detached at run time stays so.
   */
  reconfigure(config: Pick<CompositorConfig, "mounts">): Promise<void>;
  /** Starts the children with what their client can do; the first session's `initialize` does it otherwise. */
  start(capabilities?: JsonObject): void;
  /** A client of one mount as this view's principal: the server's own names, its tool calls through the gate. */
  client(name: string): Peer;
  openSession(input: { transport: FrontTransport; session?: string }): Promise<Front>;
  /**
   * A client of the whole view for one of the product's own servers. It starts no child and is asked nothing; what it
   * subscribes to is told to every session of the view. Rejects with `ConnectionError` once the view is closed.
   */
  connectView(options: ViewClientOptions): Promise<Child>;
  snapshot(): CompositorSnapshot;
  /** Sessions first, then children; none is left behind. */
  close(): Promise<void>;
}

/** Makes one view of one principal. It holds nothing but what it is handed, and starts no child before it is asked to. */
export function createCompositor(given: CompositorPowers): Compositor {
  if (given.principal === "agent" && given.decider === null)
    throw new TypeError("an agent's view needs a `decider`: every call of an agent is gated");
  // One place where lines leave: whatever a line repeats of any mount's secrets is masked there.
  const log = (line: string) => given.log(mounts.all().reduce((text, { mask }) => mask.text(text), line));
  const powers = { ...given, log, limits: { ...DEFAULT_LIMITS, ...given.limits } };
  const { store, agent } = powers;
  const policy = policyAtHand(store.policies, store.changes);
  const journal = new MountJournal(powers);
  const sessions = new Set<Session>();
  const subscriptions = new Subscriptions();
  const notices = new Notices({ sessions, subscriptions, log });
  let clientCapabilities: JsonObject | null = null;
  let isClosed = false;

  const surface = new Surface({
    agent,
    definitions: store.definitions,
    notice: (notice) => journal.noticed(notice),
    evict: (mount, reason) => {
      surface.remove(mount);
      void mount.refuse(reason);
    },
  });
  const mounts = new MountTable({
    clock: powers.clock,
    connect: (mount, signal) =>
      connectMount(mount, {
        info: powers.info,
        capabilities: capabilitiesForChildren(clientCapabilities ?? {}),
        signal,
        onRequest: (method, params, context) =>
          relayQuestion(mount, sessions, { method, params, signal: context.signal }),
        onNotification: (method, params) => notices.relay(mount, method, params),
        onStderr: (line) => mount.heard(line),
      }),
    admit: (mount, listing) => surface.admit(mount, listing),
    recheck: (mount) => surface.recheck(mount),
    refreshed: (mount, { due, isChanged }) => {
      if (isChanged) journal.moved(mount);
      if (due.has("tools") || due.has("definitions")) notices.listChanged("notifications/tools/list_changed");
      if (due.has("prompts")) notices.listChanged("notifications/prompts/list_changed");
    },
    wrote: async (mount) => {
      if (mounts.has(mount)) await journal.wrote(mount);
    },
    notRefreshed: (mount, error) => log(`\`${mount.name}\` could not be listed again: ${String(error)}`),
    moved: (mount) => {
      if (!mounts.has(mount)) return;
      journal.moved(mount);
      if (mount.phase.phase === "running") void takeUp(mount);
      else subscriptions.lapse(mount);
      if (mount.phase.phase === "failed" || mount.phase.phase === "running") notices.everythingChanged();
    },
  });
  const pipeline = createPipeline(powers, {
    currentTool: (exposed) => surface.tools.get(exposed),
    isMounted: (mount) => mounts.has(mount),
  });
  const roof: Roof = {
    powers,
    mounts,
    surface,
    pipeline,
    sessions,
    subscriptions,
    notices,
    mode: async () => (await policy.active(agent).catch(() => null))?.mode ?? "none",
  };
  const wanted = new WantedServers(powers, { mounts, add, retry, unmount });
  const stopWatching = store.changes.watch((change) => {
    if (change.topic !== "definitions" || change.agent !== agent) return;
    const mount = mounts.get(change.key.slice(0, change.key.indexOf("/")));
    if (mount?.isTrusted === false) mount.refresh("definitions");
  });

  /** A child that (again) runs is told what its clients still want of it. */
  async function takeUp(mount: Mount): Promise<void> {
    const level = levelForChildren(sessions);
    if (level !== null) await setChildLevel(mount, level);
    await subscriptions.takeUp(mount, (uri) => askAgain(mount, uri));
  }

  async function askAgain({ child }: Mount, uri: string): Promise<JsonObject> {
    if (child === null) throw new ConnectionError("closed", "the server is gone again");
    return child.request("resources/subscribe", { uri });
  }

  async function unmount(mount: Mount): Promise<void> {
    mounts.forget(mount);
    surface.remove(mount);
    subscriptions.forget(mount);
    notices.forget(mount);
    // Before the child goes: a call that waits for a person must not be let on to a server that is being taken away.
    await store.approvals.cancelMount(agent, mount.name).catch((error: unknown) => powers.log(String(error)));
    await mount.stop();
    // A listing that was on its way has come in by now.
    surface.remove(mount);
    journal.removed(mount, mounts.get(mount.name) !== undefined);
    notices.everythingChanged();
  }

  function add(spec: MountSpec): Mount {
    return added(mounts.addServer(spec));
  }

  function retry(mount: Mount): void {
    if (clientCapabilities !== null) mount.start("wanted");
  }

  function added(mount: Mount): Mount {
    if (clientCapabilities === null) journal.moved(mount);
    else mount.start("wanted");
    return mount;
  }

  const compositor: Compositor = {
    async mountServer(name, spec) {
      if (!spec.visibleTo.includes(powers.principal))
        return { state: "failed", error: `\`${name}\` is not visible to the ${powers.principal}` };
      const mount = add({ ...spec, name });
      wanted.want({ ...spec, name });
      await mount.settled(60_000);
      return mount.state;
    },
    mountInProcess(name, table) {
      added(mounts.addProduct(name, table));
    },
    async unmountServer(name) {
      wanted.unwant(name);
      const mount = mounts.get(name);
      if (mount !== undefined) await unmount(mount);
    },
    reconfigure: (config) => wanted.configure(config.mounts),
    start(capabilities = {}) {
      if (clientCapabilities !== null) return;
      clientCapabilities = capabilities;
      for (const mount of mounts.all()) mount.start("wanted");
      void wanted.reconcile();
    },
    client: (name) => mountClient(roof, name),
    openSession({ transport, session: id }) {
      const session = new Session(id);
      return openFront(
        frontSpec(roof, session, (capabilities) => compositor.start(capabilities)),
        transport,
      );
    },
    async connectView(options) {
      if (isClosed) throw new ConnectionError("closed", "the view is closed");
      return connectView(roof, options);
    },
    snapshot() {
      const servers: CompositorSnapshot["servers"] = {};
      for (const mount of mounts.all()) {
        const since = new Date(mount.since).toISOString();
        const { restarts, stderr, name, state } = mount;
        servers[name] = { ...state, restarts, since, stderr: stderr.lines() };
      }
      return { ts: new Date(powers.clock()).toISOString(), servers };
    },
    async close() {
      isClosed = true;
      await Promise.all([wanted.close(), ...Array.from(sessions, ({ front }) => front.close())]);
      await Promise.all(mounts.all().map((mount) => mount.stop()));
      stopWatching();
      notices.close();
      pipeline.close();
      policy.close();
      await journal.written();
    },
  };
  return compositor;
}

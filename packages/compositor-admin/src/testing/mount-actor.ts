import { type AttachSpec, specDigest } from "@sallyport/contract/mount-specs";
import type { MountRecord, MountState } from "@sallyport/contract/mounts";
import { mountKey } from "@sallyport/contract/names";
import type { GateStore, WantedMount } from "@sallyport/store";

export interface ConfiguredServer {
  name: string;
  spec: AttachSpec;
  pinned?: boolean;
}

const RUNNING: MountState = { state: "running", initialize: {}, tools: [] };

/**
 * Does with wishes what a compositor does, but starts nothing: a server whose command is `fails` fails, one that `hangs`
 * starts for ever, any other runs. It starts none before `canStart` resolves, and none at all where that is false.
 */
export class MountActor {
  readonly #store: Pick<GateStore, "wanted" | "mounts" | "instances" | "changes">;
  readonly #agent: string;
  readonly #configured: readonly ConfiguredServer[];
  readonly #canStart: Promise<boolean>;
  readonly #mounted = new Map<string, MountRecord>();
  #owner = "";
  #starts = 0;
  #work: Promise<void> = Promise.resolve();
  #unwatch = () => {};

  constructor(
    store: Pick<GateStore, "wanted" | "mounts" | "instances" | "changes">,
    agent: string,
    configured: readonly ConfiguredServer[] = [],
    canStart = Promise.resolve(true),
  ) {
    this.#store = store;
    this.#agent = agent;
    this.#configured = configured;
    this.#canStart = canStart;
  }

  async start(): Promise<void> {
    const { instances, changes } = this.#store;
    this.#owner = await instances.enter({ agent: this.#agent, view: "agent" });
    this.#unwatch = changes.watch(({ topic, agent, key }) => {
      if (topic === "wanted_mounts" && agent === this.#agent) this.#then(() => this.#reconcile(key));
    });
    this.#then(() => this.#reconcile());
    await this.#work;
  }

  /** Leaves what it recorded as it is. */
  async stop(): Promise<void> {
    this.#unwatch();
    await this.#work;
  }

  /** Every server there is now. */
  mounted(): string[] {
    return [...this.#mounted.values()].map(({ name, origin, state }) => `${name} ${origin} ${state.state}`).sort();
  }

  #then(work: () => Promise<void>): void {
    this.#work = this.#work.then(work);
  }

  async #reconcile(wished?: string): Promise<void> {
    const wanted = this.#wanted(await this.#store.wanted.wanted(this.#agent));
    for (const [key, { name, spec_digest }] of this.#mounted) {
      if (wanted.get(key)?.spec_digest === spec_digest) continue;
      this.#mounted.delete(key);
      await this.#store.mounts.remove({ agent: this.#agent, view: "agent", name, owner: this.#owner });
    }
    for (const [key, { spec, ...mount }] of wanted) {
      const now = this.#mounted.get(key);
      const tryAgain = now?.state.state === "failed" && wished !== undefined && mountKey(wished) === key;
      if (now === undefined || tryAgain) await this.#launch(key, mount, spec);
    }
  }

  #wanted(wishes: readonly WantedMount[]) {
    const wanted = new Map<
      string,
      Pick<MountRecord, "name" | "origin" | "pinned" | "spec_digest"> & { spec: AttachSpec }
    >();
    for (const { name, spec } of wishes) {
      if (spec === null) continue;
      wanted.set(mountKey(name), { name, origin: "attached", pinned: false, spec_digest: specDigest(spec), spec });
    }
    const detached = new Set(wishes.filter(({ spec }) => spec === null).map(({ name }) => mountKey(name)));
    for (const { name, spec, pinned = false } of this.#configured) {
      if (detached.has(mountKey(name))) continue;
      wanted.set(mountKey(name), { name, origin: "configured", pinned, spec_digest: specDigest(spec), spec });
    }
    return wanted;
  }

  async #launch(
    key: string,
    mount: Pick<MountRecord, "name" | "origin" | "pinned" | "spec_digest">,
    spec: AttachSpec,
  ): Promise<void> {
    const isAble = await this.#canStart;
    await this.#record(key, mount, { state: "initializing" });
    const command = spec.type === "stdio" ? spec.command : "";
    if (command === "hangs") return;
    await this.#record(
      key,
      mount,
      isAble && command !== "fails" ? RUNNING : { state: "failed", error: "spawn fails ENOENT" },
    );
  }

  async #record(
    key: string,
    mount: Pick<MountRecord, "name" | "origin" | "pinned" | "spec_digest">,
    state: MountState,
  ): Promise<void> {
    this.#starts += 1;
    const record: MountRecord = {
      ...mount,
      agent: this.#agent,
      view: "agent",
      owner: this.#owner,
      launch: null,
      state,
      sandbox: "not confined",
      restarts: 0,
      // A time of its own for each move.
      since: new Date(this.#starts).toISOString(),
      stderr: [],
      stderr_lines: 0,
    };
    this.#mounted.set(key, record);
    await this.#store.mounts.record(record);
  }
}

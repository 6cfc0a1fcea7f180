import { mountKey } from "@sallyport/contract/names";
import type { WantedMount } from "@sallyport/store";
import type { MountSpec } from "../mount-spec.ts";
import type { CompositorPowers } from "../powers.ts";
import type { Mount } from "./mount.ts";
import type { MountTable } from "./mount-table.ts";
import { wantedSpecs } from "./wanted-specs.ts";

/** What is done about a difference between what is wanted and what is mounted. */
interface Hands {
  mounts: MountTable;
  /** Throws where it may not be mounted. */
  add(spec: MountSpec): void;
  /** Starts it again where it is down and may be started. */
  retry(mount: Mount): void;
  unmount(mount: Mount): Promise<void>;
}

type WantedPowers = Pick<CompositorPowers, "agent" | "principal" | "store" | "environment" | "log">;

/** Keeps the user's servers that are mounted the same as those that are wanted. Only an agent's view is told of wishes. */
export class WantedServers {
  readonly #powers: WantedPowers;
  readonly #hands: Hands;
  readonly #configured = new Map<string, MountSpec>();
  #wishes: readonly WantedMount[] = [];
  /** Names somebody wished for again: those that failed are tried again. */
  readonly #wishedAgain = new Set<string>();
  #making: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;
  readonly #stopWatching: () => void;

  constructor(powers: WantedPowers, hands: Hands) {
    this.#powers = powers;
    this.#hands = hands;
    this.#stopWatching = powers.store.changes.watch(({ topic, agent, key }) => {
      if (topic !== "wanted_mounts" || agent !== powers.agent || powers.principal !== "agent") return;
      this.#wishedAgain.add(key);
      void this.reconcile();
    });
  }

  /** Takes a whole configuration in place of the one before. */
  async configure(specs: readonly MountSpec[]): Promise<void> {
    this.#configured.clear();
    for (const spec of specs) this.want(spec);
    await this.reconcile();
    for (const mount of this.#hands.mounts.all()) if (!mount.isProduct) this.#hands.retry(mount);
  }

  /** Adds one server to what is configured; the caller has mounted it. */
  want(spec: MountSpec): void {
    this.#configured.set(mountKey(spec.name), spec);
  }

  unwant(name: string): void {
    this.#configured.delete(mountKey(name));
  }

  /** Makes it so; never two at a time, and what changes meanwhile is seen. Never rejects. */
  reconcile(): Promise<void> {
    if (this.#next !== null) return this.#next;
    const next = this.#making.then(() => {
      this.#next = null;
      return this.#make();
    });
    this.#next = next;
    this.#making = next;
    return next;
  }

  /** Resolves when nothing is being made so any more. */
  async close(): Promise<void> {
    this.#stopWatching();
    await this.#making;
  }

  async #make(): Promise<void> {
    const { mounts, unmount, retry } = this.#hands;
    await this.#readWishes();
    const { principal, environment } = this.#powers;
    // What this principal may not see takes no name from it: it would show that it is there.
    const visible = [...this.#configured.values()].filter(({ visibleTo }) => visibleTo.includes(principal));
    const specs = wantedSpecs(visible, this.#wishes, environment);
    const wanted = new Map(specs.map((spec) => [mountKey(spec.name), spec]));
    const gone = mounts.all().filter(({ name, source }) => {
      return source.kind === "server" && !isSame(source.spec, wanted.get(mountKey(name)));
    });
    await Promise.all(gone.map((mount) => unmount(mount).catch(this.#report)));
    for (const spec of specs) this.#add(spec);
    for (const name of this.#wishedAgain) {
      const mount = mounts.get(name);
      if (mount !== undefined && !mount.isProduct) retry(mount);
    }
    this.#wishedAgain.clear();
  }

  #add(spec: MountSpec): void {
    const mounted = this.#hands.mounts.get(spec.name);
    if (mounted !== undefined && !mounted.isProduct) return;
    try {
      this.#hands.add(spec);
    } catch (error) {
      this.#report(error);
    }
  }

  async #readWishes(): Promise<void> {
    const { principal, store, agent } = this.#powers;
    if (principal !== "agent") return;
    try {
      this.#wishes = await store.wanted.wanted(agent);
    } catch (error) {
      // What was wished before still stands; nothing is taken away because a store is busy.
      this.#report(error);
    }
  }

  #report = (error: unknown): void => {
    this.#powers.log(error instanceof Error ? error.message : String(error));
  };
}

function isSame(one: MountSpec, other: MountSpec | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

import { isReservedMount, mountKey } from "@sallyport/contract/names";
import type { ServedTable } from "@sallyport/mcp";
import type { MountSpec } from "../mount-spec.ts";
import { Mount, type MountHost, type MountSource } from "./mount.ts";

// Every mount of the product's own comes before any of the user's when two want one name.
const USER_RANKS_FROM = 1_000;

/** Every mount there is, by name. Nobody else keeps a second list of them. */
export class MountTable {
  readonly #mounts = new Map<string, Mount>();
  readonly #host: MountHost;
  #nextRank = 0;

  constructor(host: MountHost) {
    this.#host = host;
  }

  get(name: string): Mount | undefined {
    return this.#mounts.get(mountKey(name));
  }

  /** In the order in which they were wanted. */
  all(): Mount[] {
    return [...this.#mounts.values()].sort((one, other) => one.rank - other.rank);
  }

  addServer(spec: MountSpec): Mount {
    if (isReservedMount(spec.name))
      throw new Error(`mount_conflict: \`${spec.name}\` is the name of one of Sallyport's own servers; choose another`);
    return this.#add({ kind: "server", spec }, USER_RANKS_FROM + this.#nextRank);
  }

  addProduct(name: string, table: ServedTable): Mount {
    return this.#add({ kind: "product", name, table }, this.#nextRank);
  }

  has(mount: Mount): boolean {
    return this.get(mount.name) === mount;
  }

  /** Nothing leads to it any more; its child is the caller's to stop. */
  forget(mount: Mount): void {
    if (this.has(mount)) this.#mounts.delete(mountKey(mount.name));
  }

  /** Waits until no mount is starting any more, or for so long. */
  async settled(withinMs: number): Promise<void> {
    await Promise.all(Array.from(this.#mounts.values(), (mount) => mount.settled(withinMs)));
  }

  #add(source: MountSource, rank: number): Mount {
    const mount = new Mount(source, rank, this.#host);
    const taken = this.get(mount.name);
    if (taken !== undefined)
      throw new Error(`mount_conflict: \`${mount.name}\` and \`${taken.name}\` are one name; choose another`);
    this.#nextRank += 1;
    this.#mounts.set(mountKey(mount.name), mount);
    return mount;
  }
}

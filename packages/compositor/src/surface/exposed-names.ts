import { exposedName, mountKey, RESERVED_MOUNTS, type ReservedMount } from "@sallyport/contract/names";
import type { Mount } from "../mounts/mount.ts";
import { MountConflict, ReservedName } from "./mount-conflict.ts";

/** One name on the front and what it leads back to. */
export interface Exposed {
  readonly exposed: string;
  readonly mount: Mount;
}

export interface Admission {
  /** Names that came up at run time and are somebody else's: kept off the front. */
  shadowed: { exposed: string; owner: string }[];
  /** Later mounts that lose a name to this one, which was wanted before them. */
  evicted: { mount: Mount; conflict: MountConflict }[];
}

/** The server of the product's own whose tool a name on the front would be. */
export function reservedFor(exposed: string): ReservedMount | undefined {
  return RESERVED_MOUNTS.find((mount) => exposed.startsWith(`${mount}_`));
}

// Names of one word (`db`, `agents`, `loop`) are honest servers' too: `db_query` passes for nobody.
const UNMISTAKABLE = RESERVED_MOUNTS.filter((mount) => mount.includes("_"));

/** True for a name that would pass for one of the product's own, even in a view that does not have that server. */
function passesForOurs(exposed: string): boolean {
  return UNMISTAKABLE.some((mount) => mountKey(exposed).startsWith(`${mount}_`));
}

/** The name on the front of a mount's tool or prompt. */
export function nameOnFront(mount: Mount, name: string): string {
  return mount.namesAsIs ? name : exposedName(mount.name, name);
}

/** Names on the front of one kind (tools, or prompts), and the only way back from them. */
export class ExposedNames<Entry extends Exposed> {
  readonly #entries = new Map<string, Entry>();
  readonly #byMount = new Map<Mount, readonly Entry[]>();

  get(exposed: string): Entry | undefined {
    return this.#entries.get(exposed);
  }

  /** A mount's names, in the order in which it lists them. */
  of(mount: Mount): readonly Entry[] {
    return this.#byMount.get(mount) ?? [];
  }

  /**
   * Puts a mount's names, whole, in place of those it had. On its first listing a name that is another's refuses the
   * mount that was wanted later (throws where that is this one); afterwards who has a name keeps it.
   */
  admit(mount: Mount, wanted: readonly Entry[], isFirst: boolean): Admission {
    const admission: Admission = { shadowed: [], evicted: [] };
    const admitted = new Map<string, Entry>();
    for (const entry of wanted) {
      const { exposed } = entry;
      const owner = this.#entries.get(exposed)?.mount ?? (admitted.has(exposed) ? mount : undefined);
      if (!mount.isProduct && passesForOurs(exposed)) {
        if (isFirst) throw new ReservedName(mount, exposed);
        admission.shadowed.push({ exposed, owner: "sallyport" });
      } else if (owner === undefined || (owner === mount && !admitted.has(exposed))) {
        admitted.set(exposed, entry);
      } else if (!isFirst || owner === mount) {
        admission.shadowed.push({ exposed, owner: owner.name });
      } else if (owner.rank < mount.rank) {
        throw new MountConflict(mount.name, owner.name, exposed);
      } else {
        admission.evicted.push({ mount: owner, conflict: new MountConflict(owner.name, mount.name, exposed) });
        admitted.set(exposed, entry);
      }
    }
    this.remove(mount);
    for (const { mount: evicted } of admission.evicted) this.remove(evicted);
    for (const [exposed, entry] of admitted) this.#entries.set(exposed, entry);
    this.#byMount.set(mount, [...admitted.values()]);
    return admission;
  }

  remove(mount: Mount): void {
    for (const { exposed } of this.of(mount)) this.#entries.delete(exposed);
    this.#byMount.delete(mount);
  }
}

import type { Mount } from "../mounts/mount.ts";

/** Two mounts want one name. The earlier one keeps it; the other is refused. */
export class MountConflict extends Error {
  constructor(mount: string, other: string, name: string) {
    super(
      `mount_conflict: \`${mount}\` and \`${other}\` both come out as \`${name}\`; give one of the two mounts another name`,
    );
    this.name = "MountConflict";
  }
}

/** A mount wants a name that would pass for the product's own. */
export class ReservedName extends Error {
  constructor({ name, namesAsIs }: Pick<Mount, "name" | "namesAsIs">, exposed: string) {
    const remedy = namesAsIs ? 'give it to `sallyport serve` without `names: "as_is"`' : "give the mount another name";
    super(`mount_conflict: \`${name}\` wants \`${exposed}\`, which begins like a name of Sallyport's own; ${remedy}`);
    this.name = "ReservedName";
  }
}

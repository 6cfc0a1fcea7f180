/** Two mounts want one name. The earlier one keeps it; the other is refused. */
export class MountConflict extends Error {
  constructor(mount: string, other: string, name: string) {
    super(
      `mount_conflict: \`${mount}\` and \`${other}\` both come out as \`${name}\`; give one of the two mounts another name`,
    );
    this.name = "MountConflict";
  }
}

/** A mount wants a name that is the product's own. */
export class ReservedName extends Error {
  constructor(mount: string, name: string) {
    super(`mount_conflict: \`${mount}\` wants \`${name}\`, which is Sallyport's own; give the mount another name`);
    this.name = "ReservedName";
  }
}

import { attachSpec, specDigest } from "@sallyport/contract/mount-specs";
import { MOUNT_NAME, mountKey } from "@sallyport/contract/names";
import type { WantedMount } from "@sallyport/store";
import { ownCommandRefusal } from "../config/own-commands.ts";
import { MOUNT_DEFAULTS, type MountSpec } from "../mount-spec.ts";

/**
 * What is to be mounted: the configuration, without what was detached at run time and with what was attached. What is
 * pinned stays, and a name that the configuration has is the configuration's.
 */
export function wantedSpecs(
  configured: readonly MountSpec[],
  wishes: readonly WantedMount[],
  environment: Readonly<Record<string, string>>,
): MountSpec[] {
  const detached = new Set(wishes.flatMap(({ name, spec }) => (spec === null ? [mountKey(name)] : [])));
  const taken = new Set(configured.map(({ name }) => mountKey(name)));
  return [
    ...configured.filter(({ name, pinned }) => pinned || !detached.has(mountKey(name))),
    ...wishes.flatMap(({ name, spec }) =>
      spec === null || taken.has(mountKey(name)) || !MOUNT_NAME.test(name) ? [] : [attached(name, spec, environment)],
    ),
  ];
}

/** A wish as a mount: nothing in it is filled in, and nobody vouches for it. One that cannot be made so is shown with the reason. */
function attached(name: string, wish: unknown, environment: Readonly<Record<string, string>>): MountSpec {
  const mount = { ...MOUNT_DEFAULTS, name, origin: "attached" } as const;
  const read = attachSpec.safeParse(wish);
  if (!read.success) return { ...mount, spec: { type: "unstartable", error: "what was attached is no server's spec" } };
  const spec = read.data;
  const digest = specDigest(spec);
  if (spec.type === "http") return { ...mount, digest, spec };
  const refusal = ownCommandRefusal(spec.command, spec.args);
  if (refusal !== undefined) return { ...mount, digest, spec: { type: "unstartable", error: refusal } };
  const { cwd, ...rest } = spec;
  const env = { ...environment, ...(cwd !== undefined && { PWD: cwd }), ...spec.env };
  return { ...mount, digest, spec: { ...rest, env, ...(cwd !== undefined && { cwd }) } };
}

import type { MountLaunch } from "@sallyport/contract/mounts";
import type { Mount } from "./mount.ts";

/** How a mount is reached, as it may be shown; null for the product's own and for what cannot be started. */
export function launchOf({ source, mask }: Pick<Mount, "source" | "mask">): MountLaunch | null {
  if (source.kind === "product") return null;
  const { spec } = source.spec;
  switch (spec.type) {
    case "unstartable":
      return null;
    case "stdio": {
      const { type, command, args, env } = spec;
      return mask.value({ type, command, args: [...args], env: Object.keys(env) });
    }
    case "http":
      return mask.value({ type: spec.type, url: spec.url, headers: Object.keys(spec.headers) });
  }
}

import { URIS } from "@sallyport/contract/uris";
import type { ServedResources } from "@sallyport/mcp";
import type { CompositorMetaPowers } from "../powers.ts";
import { statePage } from "./state-page.ts";
import { visibleMounts } from "./visible-mounts.ts";
import { watchPages } from "./watch-pages.ts";

const PREFIX = URIS.mountState("");

/** One page a mount, by URI. The list of them is how mounts are enumerated. */
export function serveMountStates(powers: CompositorMetaPowers): ServedResources {
  const { face, changes } = powers;
  /** By URI what tells one state of a mount from another: all of every page, but for what the server writes to stderr. */
  const states = async () =>
    new Map(
      (await visibleMounts(powers)).map((mount) => [
        URIS.mountState(mount.name),
        JSON.stringify({ ...statePage(mount, face.principal), stderr: null }),
      ]),
    );
  return {
    list: async () =>
      (await visibleMounts(powers)).map(({ name }) => ({
        uri: URIS.mountState(name),
        name,
        title: `Server ${name}`,
        description: "What it does now and since when, with its tools, or why it failed.",
        mimeType: "application/json",
      })),
    read: async (uri) => {
      if (!uri.startsWith(PREFIX)) return null;
      const [mount] = await visibleMounts(powers, { name: uri.slice(PREFIX.length) });
      if (mount === undefined) return null;
      return { uri, mimeType: "application/json", text: JSON.stringify(statePage(mount, face.principal), null, 2) };
    },
    watch: (listener) => watchPages({ face, changes, states }, listener),
  };
}

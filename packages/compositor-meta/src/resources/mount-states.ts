import { URIS } from "@sallyport/contract/uris";
import type { ServedResources } from "@sallyport/mcp";
import type { CompositorMetaPowers } from "../powers.ts";
import { statePage } from "./state-page.ts";
import { visibleMounts } from "./visible-mounts.ts";
import { watchPages } from "./watch-pages.ts";

/** One page a mount, by URI. The list of them is how mounts are enumerated. */
export function serveMountStates(powers: CompositorMetaPowers): ServedResources {
  const { face, changes } = powers;
  /** The text of every page there is, by URI. */
  const pages = async () =>
    new Map(
      (await visibleMounts(powers)).map((mount) => [
        URIS.mountState(mount.name),
        JSON.stringify(statePage(mount, face.principal), null, 2),
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
      const text = (await pages()).get(uri);
      return text === undefined ? null : { uri, mimeType: "application/json", text };
    },
    watch: (listener) => watchPages({ agent: face.agent, changes, pages }, listener),
  };
}

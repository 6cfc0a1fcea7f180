import { type Block, readBlocks } from "../windows/block.ts";
import type { CallerView } from "./caller-view.ts";
import type { Catalogue } from "./catalogue.ts";
import { notFound, viewFault } from "./view-fault.ts";

/** Eyes on the caller's view. */
export interface ReadsView {
  view: Pick<CallerView, "request">;
  catalogue: Catalogue;
}

/** Reads a resource of the view. Throws `Fault` where it cannot be had. */
export async function readResource(
  { view, catalogue }: ReadsView,
  { server, uri }: { server: string; uri: string },
  signal: AbortSignal,
): Promise<Block[]> {
  try {
    const frontUri = await catalogue.frontUri(server, uri);
    if (frontUri === null) throw notFound({ server, uri });
    return readBlocks(await view.request("resources/read", { uri: frontUri }, { signal }));
  } catch (error) {
    throw viewFault(error, { server, uri });
  }
}

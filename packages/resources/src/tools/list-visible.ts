import type { Catalogue, Listed } from "../view/catalogue.ts";
import type { Unavailable } from "../view/list-view.ts";
import { notFound, viewFault } from "../view/view-fault.ts";

/** Lists the view anew. Throws `Fault` where a server is named that is not in it. */
export async function listVisible(
  catalogue: Catalogue,
  server: string | undefined,
  signal: AbortSignal,
): Promise<Listed> {
  const listed = await catalogue.list(signal).catch((error: unknown) => {
    throw viewFault(error);
  });
  if (server !== undefined && !listed.servers.has(server)) throw notFound({ server });
  return listed;
}

export function shownUnavailable(unavailable: Unavailable, server: string | undefined) {
  return [...unavailable]
    .filter(([name]) => server === undefined || name === server)
    .map(([name, reason]) => ({ server: name, reason }));
}

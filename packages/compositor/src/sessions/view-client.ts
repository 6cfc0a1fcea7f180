import { type Child, type ConnectOptions, memoryFront, openFront } from "@sallyport/mcp";
import type { Roof } from "../roof.ts";
import { frontSpec } from "./front-spec.ts";
import { Session } from "./session.ts";

export type ViewClientOptions = Required<Pick<ConnectOptions, "onNotification">>;

/**
 * A client of the whole view for a server of the product's own, which has no other way in. It starts no child, and nobody
 * asks it anything.
 */
export async function connectView(roof: Roof, { onNotification }: ViewClientOptions): Promise<Child> {
  const { front, connect } = memoryFront();
  const { instructions: _, ...spec } = frontSpec(roof, new Session("host", "host"), () => {});
  await openFront(spec, front);
  return connect({ info: roof.powers.info, capabilities: {}, onNotification });
}

import type { Child, ConnectOptions } from "./child.ts";
import type { FrontTransport } from "./front.ts";
import { memoryTransports } from "./memory-transport.ts";
import { openChild } from "./open-child.ts";

/** A door within this process: open a front at `front`, connect to it with `connect`, once. */
export function memoryFront(): { front: FrontTransport; connect(options: ConnectOptions): Promise<Child> } {
  const [front, transport] = memoryTransports();
  return {
    front,
    connect: (options) => openChild({ transport, why: (detail) => ({ reason: "transport", detail }) }, options),
  };
}

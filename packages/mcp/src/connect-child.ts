import type { Child, ChildSpec, ConnectOptions } from "./child.ts";
import { openChild } from "./open-child.ts";
import { spawnChild } from "./stdio-child.ts";

/**
 * Connects to a child server: starts it, or goes to its URL, and shakes hands. Notifications may be heard before this
 * resolves. Rejects with `ConnectionError`, with the child's own `WireError` when it refused `initialize`, or with the reason of `options.signal`.
 */
export async function connectChild(spec: ChildSpec, options: ConnectOptions): Promise<Child> {
  options.signal?.throwIfAborted();
  if (spec.type === "stdio") return openChild(await spawnChild(spec, options.onStderr), options);
  const { reachHttpChild } = await import("./http-child.ts");
  return openChild(reachHttpChild(spec), options);
}

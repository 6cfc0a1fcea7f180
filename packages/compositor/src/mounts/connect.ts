import type { JsonObject } from "@sallyport/contract/json";
import { type Child, ConnectionError, type ConnectOptions, connectChild, connectTable } from "@sallyport/mcp";
import type { Mount } from "./mount.ts";

/** Reaches what is mounted: a process, a URL, or a table in this process. */
export async function connectMount(mount: Mount, options: ConnectOptions): Promise<Child> {
  if (mount.source.kind === "product") return connectTable(mount.source.table, options);
  const { spec } = mount.source.spec;
  if (spec.type === "unstartable") throw new ConnectionError("spawn_failed", spec.error);
  return connectChild(spec, options);
}

/** What children are told their client can do: what it declared itself, but for tasks, which this front does not carry. */
export function capabilitiesForChildren(declared: JsonObject): JsonObject {
  const { tasks: _, ...rest } = declared;
  return rest;
}

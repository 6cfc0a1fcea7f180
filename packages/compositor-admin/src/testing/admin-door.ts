import type { JsonObject } from "@sallyport/contract/json";
import type { AttachSpec } from "@sallyport/contract/mount-specs";
import { connectTable, type RequestOptions } from "@sallyport/mcp";
import type { ChangeFeed } from "@sallyport/store";
import { createMemoryStores } from "@sallyport/store/memory";
import { createCompositorAdmin } from "../server.ts";
import { type ConfiguredServer, MountActor } from "./mount-actor.ts";

/** An admin of agent `default` on a store of its own, and a way to start what makes wishes come true. */
export async function openAdminDoor({ waitMs = 30_000 }: { waitMs?: number } = {}) {
  const stores = createMemoryStores();
  const admin = stores.open("admin");
  const gate = stores.open("gate");
  const actors: MountActor[] = [];
  let waiting = 0;
  const changes: ChangeFeed = {
    watch: (listener) => {
      waiting += 1;
      const unwatch = admin.changes.watch(listener);
      return () => {
        waiting -= 1;
        unwatch();
      };
    },
  };
  const child = await connectTable(createCompositorAdmin({ agent: "default", waitMs, ...admin, changes }), {
    info: { name: "test", version: "0" },
    capabilities: {},
  });
  const call = (name: string, args: JsonObject, options?: RequestOptions) =>
    child.request("tools/call", { name, arguments: args }, options);
  return {
    child,
    /** Calls that wait for the compositor now. */
    waiting: () => waiting,
    wanted: async () => (await admin.wanted.wanted("default")).map(({ name, spec }) => ({ name, spec })),
    attach: (name: string, spec: JsonObject, options?: RequestOptions) =>
      call("attach_server", { name, spec }, options),
    detach: (name: string, options?: RequestOptions) => call("detach_server", { name }, options),
    startCompositor: async (configured: readonly ConfiguredServer[] = [], canStart?: Promise<boolean>) => {
      const actor = new MountActor(gate, "default", configured, canStart);
      await actor.start();
      actors.push(actor);
      return actor;
    },
    close: async () => {
      await child.close();
      for (const actor of actors) await actor.stop();
      await admin.close();
      await gate.close();
    },
  };
}

export type AdminDoor = Awaited<ReturnType<typeof openAdminDoor>>;

/** A launch as it is compared and kept. */
export function launch(command: string, ...args: string[]): Extract<AttachSpec, { type: "stdio" }> {
  return { type: "stdio", command, args, env: {} };
}

export function fault(code: string, details: JsonObject = {}): JsonObject {
  return { isError: true, structuredContent: { error: { code, ...details } } };
}

export function answer(output: JsonObject): JsonObject {
  return { structuredContent: output };
}

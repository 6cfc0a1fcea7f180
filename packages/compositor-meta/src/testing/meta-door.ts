import type { MountRecord } from "@sallyport/contract/mounts";
import type { PrincipalKind } from "@sallyport/contract/principals";
import { type Child, connectTable } from "@sallyport/mcp";
import { createMemoryStores } from "@sallyport/store/memory";
import { createCompositorMeta } from "../server.ts";

/** One store with the pen of a compositor, and faces of `compositor_meta` on it. Close it when the test is over. */
export async function openMetaDoor() {
  const stores = createMemoryStores();
  const gate = stores.open("gate");
  const owner = await gate.instances.enter({ agent: "default", view: "agent" });
  const meta = stores.open("meta");
  const heard: string[] = [];
  const open: Child[] = [];
  return {
    gate,
    /** Notifications of every connection, in order. */
    heard,
    record: (mount: Partial<MountRecord>) => gate.mounts.record(mountRecord({ owner, ...mount })),
    recordStderr: (name: string, stderr: string[]) =>
      gate.mounts.recordStderr({ agent: "default", view: "agent", owner, name, stderr, stderr_lines: stderr.length }),
    remove: (name: string, view: PrincipalKind = "agent") =>
      gate.mounts.remove({ agent: "default", view, name, owner }),
    connect: async (principal: PrincipalKind, agent = "default") => {
      const child = await connectTable(createCompositorMeta({ ...meta, face: { principal, agent } }), {
        info: { name: "test", version: "0" },
        capabilities: {},
        onNotification: (method, { uri = "" }) => heard.push(`${method} ${uri}`.trim()),
      });
      open.push(child);
      return child;
    },
    close: async () => {
      for (const child of open) await child.close();
      await gate.close();
      await meta.close();
    },
  };
}

export type MetaDoor = Awaited<ReturnType<typeof openMetaDoor>>;

export const SINCE = "2026-01-02T03:04:05.678Z";

/** A mount that is just starting, but for what is said. */
export function mountRecord(over: Partial<MountRecord>): MountRecord {
  return {
    agent: "default",
    view: "agent",
    owner: "instance-1",
    name: "files",
    origin: "configured",
    pinned: false,
    spec_digest: "digest",
    launch: null,
    state: { state: "initializing" },
    sandbox: "not confined",
    restarts: 0,
    since: SINCE,
    stderr: [],
    stderr_lines: 0,
    ...over,
  };
}

export async function readPage(child: Child, name: string): Promise<unknown> {
  const { contents } = await child.request("resources/read", { uri: `compositor://state/${name}` });
  const [page] = contents as [{ text: string }]; // the server under test answers one text part
  return JSON.parse(page.text);
}

export async function listedUris(child: Child): Promise<string[]> {
  const { resources } = await child.request("resources/list");
  return (resources as { uri: string }[]).map(({ uri }) => uri); // the server under test answers listed resources
}

import type { JsonObject } from "@sallyport/contract/json";
import { subscriptionsPage } from "@sallyport/contract/resources";
import { type Child, connectTable } from "@sallyport/mcp";
import { createMemoryStores } from "@sallyport/store/memory";
import type { ResourcesPowers } from "../powers.ts";
import { createResources } from "../server.ts";
import { PretendView } from "./pretend-view.ts";

export const PAGE = "resources://subscriptions";

/** A server on a pretended view and a store in memory, and a client of it. Close it when the test is over. */
export async function openResourcesDoor(given: Partial<ResourcesPowers> = {}) {
  const stores = createMemoryStores();
  const view = new PretendView();
  view.servers.set("files", { resources: { "file:///a": [{ text: "a" }], "file:///b": [{ text: "b" }] } });
  const open: { close(): Promise<void> }[] = [];

  const serve = async (powers: Partial<ResourcesPowers> = {}) => {
    const store = stores.open("resources");
    const table = createResources({
      ...store,
      subscriber: { agent: "default", principal: "agent" },
      connectView: view.connect,
      relaysUpdates: false,
      ...given,
      ...powers,
    });
    const heard: { method: string; params: JsonObject }[] = [];
    const child = await connectTable(table, {
      info: { name: "test", version: "0" },
      capabilities: {},
      onNotification: (method, params) => heard.push({ method, params }),
    });
    open.unshift(child, table, store);
    const call = (name: string, args: JsonObject = {}) => callTool(child, name, args);
    const page = async () => subscriptionsPage.parse((await call("list_subscriptions")).structuredContent);
    return { child, table, heard, call, page, store };
  };

  return {
    view,
    serve,
    ...(await serve()),
    close: async () => {
      for (const each of open) await each.close();
    },
  };
}

export type ResourcesDoor = Awaited<ReturnType<typeof openResourcesDoor>>;

export async function callTool(child: Child, name: string, args: JsonObject = {}): Promise<JsonObject> {
  return child.request("tools/call", { name, arguments: args });
}

/** What a call answers that a tool refused. */
export function fault(code: string, details: JsonObject = {}): JsonObject {
  return { isError: true, structuredContent: { error: { code, ...details } } };
}

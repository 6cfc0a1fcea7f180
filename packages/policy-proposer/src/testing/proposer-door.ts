import type { JsonObject } from "@sallyport/contract/json";
import { connectTable } from "@sallyport/mcp";
import { createChecker, openQuickjs } from "@sallyport/policy";
import { createMemoryStores } from "@sallyport/store/memory";
import { createPolicyProposer } from "../server.ts";

/** A proposer of agent `default` on a store of its own, with the real checker, and a reader of that store. */
export async function openProposerDoor() {
  const stores = createMemoryStores();
  const drafts = await stores.open("proposer");
  const reader = await stores.open("reader");
  const engine = openQuickjs();
  const checker = createChecker({ engines: [engine] });
  const connect = (agent: string) =>
    connectTable(createPolicyProposer({ agent, drafts: drafts.proposals, checker }), {
      info: { name: "test", version: "0" },
      capabilities: {},
    });
  const child = await connect("default");
  const other = await connect("other");
  return {
    child,
    other,
    reader,
    call: (name: string, args: JsonObject, from = child) => from.request("tools/call", { name, arguments: args }),
    close: async () => {
      await child.close();
      await other.close();
      await checker.close();
      await engine.close();
      await drafts.close();
      await reader.close();
    },
  };
}

export type ProposerDoor = Awaited<ReturnType<typeof openProposerDoor>>;

export const ALLOWS = 'export default () => ({ decision: "allow" });\n';

export function fault(code: string, details: JsonObject = {}): JsonObject {
  return { isError: true, structuredContent: { error: { code, ...details } } };
}

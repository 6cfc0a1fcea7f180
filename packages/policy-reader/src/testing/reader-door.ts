import type { JsonObject } from "@sallyport/contract/json";
import { type Child, connectTable } from "@sallyport/mcp";
import { createDecider, openQuickjs, startPolicy } from "@sallyport/policy";
import type { ApprovalRequest, NewPolicy } from "@sallyport/store";
import { createMemoryStores } from "@sallyport/store/memory";
import { createPolicyReader } from "../server.ts";

/** One store with the pens of everybody who writes to it, and readers of it. Close it when the test is over. */
export async function openReaderDoor() {
  const stores = createMemoryStores();
  const gate = await stores.open("gate");
  const proposer = await stores.open("proposer");
  const approver = await stores.open("approver");
  const reader = await stores.open("reader");
  const engine = openQuickjs();
  const decider = createDecider({ active: (id) => reader.policies.active(id), engines: [engine] });
  const heard: { method: string; params: JsonObject }[] = [];
  const open: Child[] = [];

  const connect = async (
    face: "agent" | "human",
    agent: string,
    options: { decide?: boolean; now?: () => number } = {},
  ) => {
    const { decide = false, now } = options;
    const table = createPolicyReader({
      ...reader,
      face:
        face === "human"
          ? { ...reader, principal: face, agent, versions: reader.policies }
          : { principal: face, agent },
      decider,
      decideForAgents: decide,
      ...(now && { now }),
    });
    const child = await connectTable(table, {
      info: { name: "test", version: "0" },
      capabilities: {},
      onNotification: (method, params) => heard.push({ method, params }),
    });
    open.push(child);
    return child;
  };

  return {
    gate,
    proposer,
    approver,
    connect,
    /** Notifications of every connection, in order. */
    heard,
    start: async (agent: string) => gate.policies.start(await startPolicy(agent)),
    close: async () => {
      for (const child of open) await child.close();
      await decider.close();
      await engine.close();
      for (const store of [gate, proposer, approver, reader]) await store.close();
    },
  };
}

export type ReaderDoor = Awaited<ReturnType<typeof openReaderDoor>>;

/** The text of a resource, parsed where it is JSON. */
export async function readPage(child: Child, uri: string): Promise<unknown> {
  const { contents } = await child.request("resources/read", { uri });
  const [page] = contents as [{ text: string; mimeType: string }]; // the server under test answers one text part
  return page.mimeType === "application/json" ? JSON.parse(page.text) : page.text;
}

export async function listedUris(child: Child): Promise<string[]> {
  const { resources } = await child.request("resources/list");
  return (resources as { uri: string }[]).map(({ uri }) => uri); // the server under test answers listed resources
}

export const ALLOW_ALL: Omit<NewPolicy, "agent"> = {
  language: "javascript",
  source: 'export default () => ({ decision: "allow", rationale: "all of it" });\n',
  mode: "custom",
  non_interactive: false,
  author: "user:test",
  reason: "test",
};

export function question(agent: string, policy: ApprovalRequest["policy"]): ApprovalRequest {
  return {
    agent,
    principal: "agent",
    session: "s1",
    client: { name: "an agent's host", version: "1.2" },
    name: "files_write",
    server: "files",
    tool: "write",
    tool_title: "Write a file",
    safety: "mutating",
    arguments: { path: "a.txt" },
    arguments_digest: "digest-of-arguments",
    definition_digest: "digest-of-definition",
    policy,
    rationale: "writes ask",
    options: [
      { id: "allow_once", name: "Allow once", kind: "allow_once", allows: true },
      { id: "reject_once", name: "Reject", kind: "reject_once", allows: false },
    ],
    owner: "gateway-1",
    lifetime_ms: 60_000,
  };
}

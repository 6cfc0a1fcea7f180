import * as chat from "@sallyport/contract/chat";
import * as compositorAdmin from "@sallyport/contract/compositor-admin";
import * as loop from "@sallyport/contract/loop";
import * as policyApprover from "@sallyport/contract/policy-approver";
import * as policyProposer from "@sallyport/contract/policy-proposer";
import * as policyReader from "@sallyport/contract/policy-reader";
import * as resources from "@sallyport/contract/resources";
import type { ToolContract } from "@sallyport/contract/tools";
import { frontUri } from "@sallyport/contract/uris";
import type { Params, RawClient } from "../harness/raw-client.ts";
import type { TestBed } from "../harness/test-bed.ts";

/** The contract's page of each of the product's servers, by its name in a gateway. */
const PAGES: Record<string, object> = {
  policy_reader: policyReader,
  policy_proposer: policyProposer,
  policy_approver: policyApprover,
  loop,
  chat_human: chat,
  chat_assistant: chat,
  compositor_admin: compositorAdmin,
  resources,
};

const isTool = (value: unknown): value is ToolContract =>
  typeof value === "object" && value !== null && "annotations" in value && "input" in value;

/** Every tool the contract has, as `server tool`. */
export const TOOLS: ReadonlyMap<string, ToolContract> = new Map(
  Object.entries(PAGES).flatMap(([server, page]) =>
    Object.values(page)
      .filter(isTool)
      .map((tool): [string, ToolContract] => [`${server} ${tool.name}`, tool]),
  ),
);

/** Where the servers are met: each alone over stdio, or behind the gateway's two doors. */
export interface Place {
  agent: RawClient;
  call(server: string, tool: string, args: Params): Promise<unknown>;
  read(server: string, uri: string): Promise<unknown>;
}

/** In the gateway these are the agent's; the rest is met at the person's door. */
const AGENTS = new Set([
  "policy_proposer",
  "loop",
  "chat_assistant",
  "compositor_meta",
  "compositor_admin",
  "resources",
]);

export async function inGateway(bed: TestBed, evil: Params): Promise<Place> {
  const [agent, human] = [await bed.serve({ evil }), await bed.human()];
  const door = (server: string) => (AGENTS.has(server) ? agent : human);
  return {
    agent,
    call: async (server, tool, args) => answered(door(server), `${server}_${tool}`, args),
    read: async (server, uri) => contents(door(server), frontUri(server, uri) ?? ""),
  };
}

export async function alone(bed: TestBed, evil: Params, view: string): Promise<Place> {
  const config = bed.write("servers.json", JSON.stringify({ mcpServers: { evil } }));
  const agent = await bed.alone("compositor", ["--config", config]);
  const clients: Record<string, RawClient> = {
    policy_reader: await bed.alone("policy-reader", ["--face", "human"]),
    policy_proposer: await bed.alone("policy-proposer"),
    policy_approver: await bed.alone("policy-approver"),
    loop: await bed.alone("loop"),
    chat_human: await bed.alone("chat", ["--face", "human"]),
    chat_assistant: await bed.alone("chat", ["--face", "assistant"]),
    compositor_meta: await bed.alone("compositor-meta"),
    compositor_admin: await bed.alone("compositor-admin"),
    resources: await bed.alone("resources", ["--compositor", view]),
  };
  const door = (server: string): RawClient => {
    const client = clients[server];
    if (client === undefined) throw new Error(`no server ${server}`);
    return client;
  };
  return {
    agent,
    call: (server, tool, args) => answered(door(server), tool, args),
    read: (server, uri) => contents(door(server), uri),
  };
}

async function answered(client: RawClient, name: string, args: Params): Promise<unknown> {
  const { result, error } = await client.call(name, args);
  if (error !== undefined || result.isError) throw new Error(`${name}: ${JSON.stringify(error ?? result)}`);
  return result.structuredContent;
}

async function contents(client: RawClient, uri: string): Promise<unknown> {
  const { result, error } = await client.request("resources/read", { uri });
  if (error !== undefined) throw new Error(`${uri}: ${JSON.stringify(error)}`);
  const [{ mimeType, text }] = result.contents;
  return mimeType === "application/json" ? JSON.parse(text) : text;
}

import { eventually } from "../harness/eventually.ts";
import type { Message, Params, RawClient } from "../harness/raw-client.ts";

/** What a server is asked to do: call one of its tools, or read one of its resources. */
export type Deed = { call: string; arguments?: Params } | { read: string };

export interface Session {
  /** How it calls itself. */
  server: { name: string; version: string };
  tools: readonly Params[];
  answer: Message;
  exit: number | null;
  /** Seconds from its start to its first list. */
  seconds: number;
  /** Milliseconds from the end of its stdin to its own end. */
  goneMs: number;
}

/** One whole session with a server that starts now; throws where its stdout carried anything but JSON-RPC, and where it does not end. */
export async function session(open: () => RawClient, deed: Deed): Promise<Session> {
  const started = performance.now();
  const client = open();
  const { result, error } = await client.initialize();
  if (error !== undefined) throw new Error(`it does not start: ${error.message}`);
  const tools = result.capabilities.tools === undefined ? [] : await listed(client, "tools");
  if (tools.length === 0) await listed(client, "resources");
  const seconds = (performance.now() - started) / 1_000;
  const answer = await done(client, deed);
  const ending = performance.now();
  await client.close();
  const { code } = await client.exited;
  return { server: result.serverInfo, tools, answer, exit: code, seconds, goneMs: performance.now() - ending };
}

async function listed(client: RawClient, what: "tools" | "resources"): Promise<Params[]> {
  const { result, error } = await client.request(`${what}/list`);
  if (error !== undefined) throw new Error(`no ${what}/list: ${error.message}`);
  return result[what];
}

async function done(client: RawClient, deed: Deed): Promise<Message> {
  if ("read" in deed) return client.request("resources/read", { uri: deed.read });
  // A tool of a server behind this one comes when that server has started.
  await eventually(`\`${deed.call}\` is listed`, async () => (await client.toolNames()).includes(deed.call));
  return client.call(deed.call, deed.arguments ?? {});
}

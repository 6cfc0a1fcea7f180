import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { ClientCapabilities } from "@modelcontextprotocol/sdk/types.js";
import { eventually } from "../harness/eventually.ts";
import type { RawClient } from "../harness/raw-client.ts";
import type { TestBed } from "../harness/test-bed.ts";

const DOOR = /HTTP for MCP clients is at (\S+); /;

/** What a gateway needs beside its own to open a door at any free port. */
export const WITH_DOOR = { env: { SALLYPORT_HTTP: "0" } };

/** Where a gateway that was told to open an HTTP door has it. */
export const doorOf = (gateway: RawClient): Promise<string> =>
  eventually("the door is open", () => DOOR.exec(gateway.stderr)?.[1]);

export const token = async (bed: TestBed, whom: "agent" | "human", ...more: string[]): Promise<string> =>
  (await bed.must(["token", "create", "--for", whom, ...more])).trim();

/** The SDK's own client, at a door, with a token. */
export async function enter(
  url: string,
  bearer: string,
  capabilities: ClientCapabilities = {},
): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: "sdk-client", version: "1.0.0" }, { capabilities });
  const requestInit = { headers: { authorization: `Bearer ${bearer}` } };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit });
  // The SDK's own types contradict each other under `exactOptionalPropertyTypes`.
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  const leave = async () => {
    await transport.terminateSession().catch(() => {});
    await client.close();
  };
  return Object.assign(client, { [Symbol.asyncDispose]: leave });
}

export const toolNames = async (client: Client): Promise<string[]> =>
  (await client.listTools()).tools.map(({ name }) => name).toSorted();

/** The error a request ends in, as it came over the wire. */
export async function refusal(answer: Promise<unknown>): Promise<{ code: number; message: string; data?: unknown }> {
  return answer.then(
    (result) => {
      throw new Error(`it was answered: ${JSON.stringify(result)}`);
    },
    // The SDK rejects with its `McpError`, which has these three.
    ({ code, message, data }) => ({ code, message, data }),
  );
}

import { type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";

const MCP_HEADERS = { accept: "application/json, text/event-stream", "content-type": "application/json" };

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};

/** As `fetch`, but with `Host` and `Origin` of the sender's choice, as a browser at another address sends them. */
export function send(
  url: string | URL,
  { body, ...options }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Response> {
  return new Promise((resolve, reject) => {
    request(url, { ...options, agent: false }, (answer) => resolve(responseOf(answer)))
      .on("error", reject)
      .end(body);
  });
}

/** An `initialize` with whatever headers a test wants. */
export function postInitialize(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return send(url, { method: "POST", body: JSON.stringify(INITIALIZE), headers: { ...MCP_HEADERS, ...headers } });
}

export async function statusOf(response: Promise<Response>): Promise<number> {
  const answered = await response;
  await answered.body?.cancel();
  return answered.status;
}

function responseOf(answer: IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(answer.headersDistinct))
    for (const value of values) headers.append(name, value);
  const { statusCode: status = 0 } = answer;
  if (status === 204) return new Response(null, { status, headers });
  // Node's own stream of bytes, in the words of the web.
  return new Response(Readable.toWeb(answer) as ReadableStream<Uint8Array<ArrayBuffer>>, { status, headers });
}

const MCP_HEADERS = { accept: "application/json, text/event-stream", "content-type": "application/json" };

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};

/** An `initialize` with whatever headers a test wants. */
export function postInitialize(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { method: "POST", body: JSON.stringify(INITIALIZE), headers: { ...MCP_HEADERS, ...headers } });
}

export async function statusOf(response: Promise<Response>): Promise<number> {
  const answered = await response;
  await answered.body?.cancel();
  return answered.status;
}

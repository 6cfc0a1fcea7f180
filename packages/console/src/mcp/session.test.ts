import { describe, expect, it } from "vitest";
import type { Endpoint } from "./endpoint.ts";
import { openLink } from "./link.ts";
import { LinkError } from "./messages.ts";

const EVENTS = { "content-type": "text/event-stream", "mcp-session-id": "session" };

describe("a request whose stream breaks before its answer", () => {
  it("is not sent again where the stream cannot be taken up: it may have done its work", async () => {
    const posted: unknown[] = [];
    const endpoint: Endpoint = {
      async post(message) {
        const { method, id } = { method: "", id: 0, ...message };
        posted.push(method);
        const answer = method === "initialize" ? { jsonrpc: "2.0", id, result: { protocolVersion: "2025-11-25" } } : "";
        return new Response(`id: 1-1\ndata: ${answer && JSON.stringify(answer)}\n\n`, { headers: EVENTS });
      },
      async listen() {
        throw new LinkError("gone", "the door answered 404");
      },
    };
    const link = openLink(endpoint);
    await expect(link.request("tools/call", {})).rejects.toMatchObject({ kind: "unreachable" });
    expect(posted.filter((method) => method === "tools/call")).toHaveLength(1);
  });
});

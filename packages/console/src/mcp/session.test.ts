import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Endpoint } from "./endpoint.ts";
import { openLink } from "./link.ts";
import { LinkError } from "./messages.ts";
import { openSession } from "./session.ts";

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

/** Says so much, and then nothing more until it is given up. */
function silentAfter(text: string, signal: AbortSignal): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      signal.addEventListener("abort", () => controller.error(signal.reason));
    },
  });
  return new Response(body, { headers: EVENTS });
}

describe("a request that hears nothing", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A door that opens a session, and then does what is given to each call. */
  function doorThat(answer: (signal: AbortSignal) => Promise<Response>) {
    const sent: string[] = [];
    const endpoint: Endpoint = {
      async post(message, _session, signal) {
        const { method, id } = { method: "", id: 0, ...message };
        sent.push(method);
        if (method === "tools/call") return answer(signal);
        const opened = { jsonrpc: "2.0", id, result: { protocolVersion: "2025-11-25" } };
        return new Response(`id: 1-1\ndata: ${JSON.stringify(opened)}\n\n`, { headers: EVENTS });
      },
      async listen(_session, mark, signal) {
        sent.push(`resume ${mark}`);
        return silentAfter("", signal);
      },
    };
    return { endpoint, sent };
  }

  it("is given up where nobody takes it, and never sent again", async () => {
    const { endpoint, sent } = doorThat(
      (signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new LinkError("unreachable", "given up")));
        }),
    );
    const session = await openSession(endpoint);
    const answer = expect(session.request("tools/call", {})).rejects.toMatchObject({ kind: "unreachable" });
    await vi.advanceTimersByTimeAsync(40_000);
    await answer;
    expect(sent).toEqual(["initialize", "notifications/initialized", "tools/call"]);
  });

  it("is taken up once where its stream falls silent, and then given up", async () => {
    const { endpoint, sent } = doorThat(async (signal) => silentAfter("id: 7-0\ndata: \n\n", signal));
    const session = await openSession(endpoint);
    const answer = expect(session.request("tools/call", {})).rejects.toMatchObject({ kind: "unreachable" });
    await vi.advanceTimersByTimeAsync(80_000);
    await answer;
    expect(sent).toEqual(["initialize", "notifications/initialized", "tools/call", "resume 7-0"]);
  });

  it("waits for as long as the door says that it is there", async () => {
    const { endpoint } = doorThat(async () => {
      const beats = new TransformStream();
      const writer = beats.writable.getWriter();
      const say = (text: string, at: number) => setTimeout(() => void writer.write(new TextEncoder().encode(text)), at);
      say(": beat\n\n", 30_000);
      say(": beat\n\n", 60_000);
      say('data: {"jsonrpc":"2.0","id":1,"result":{"done":true}}\n\n', 90_000);
      setTimeout(() => void writer.close(), 90_001);
      return new Response(beats.readable, { headers: EVENTS });
    });
    const session = await openSession(endpoint);
    const answer = session.request("tools/call", {});
    await vi.advanceTimersByTimeAsync(100_000);
    expect(await answer).toEqual({ done: true });
  });
});

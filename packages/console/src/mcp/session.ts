import type { JsonObject } from "@sallyport/contract/json";
import { type Endpoint, INITIALIZE, type SessionHeaders } from "./endpoint.ts";
import { readEvents } from "./event-stream.ts";
import { LinkError, type RpcMessage, readMessage, resultOf } from "./messages.ts";

/** How long a listened stream may be silent, in milliseconds; the door sends a comment every 15 s. */
const SILENCE_MS = 40_000;

export interface Session {
  /** Rejects with `RpcError` for an error that was answered and `LinkError` where no answer came. */
  request(method: string, params: JsonObject): Promise<JsonObject>;
  /** Hears what the server says by itself until the connection ends; called again it goes on where that was. Rejects with `LinkError`. */
  listen(onOpen: () => void, onNotification: (method: string, params: unknown) => void): Promise<void>;
  /** Ends the stream that is being listened to. */
  stop(): void;
}

/** Opens a session at an endpoint. Rejects with `LinkError`. */
export async function openSession(endpoint: Endpoint): Promise<Session> {
  let lastId = 0;
  let heard: string | null = null;
  let stream = new AbortController();

  const opening = await endpoint.post(requestOf(lastId, "initialize", INITIALIZE), null);
  const answer = await answerIn(opening, lastId, null);
  const version = resultOf(answer).protocolVersion;
  const session = { id: opening.headers.get("mcp-session-id") ?? "", version: String(version) };
  await endpoint.post({ jsonrpc: "2.0", method: "notifications/initialized" }, session);

  /** A stream that broke before the answer is taken up again once: the call it answers may have done its work. */
  async function answerIn(response: Response, id: number, headers: SessionHeaders | null): Promise<RpcMessage> {
    let mark: string | null = null;
    const marked = (event: string) => {
      mark = event;
    };
    const first = await readAnswer(response, id, marked);
    if (first !== null) return first;
    if (mark === null || headers === null) throw new LinkError("unreachable", "the answer did not arrive");
    const resumed = await endpoint.listen(headers, mark, new AbortController().signal).catch((error: unknown) => {
      // A session that is gone, or has nothing to go on with, is no word about the call: it must not be sent once more.
      if (error instanceof LinkError && error.kind === "gone") throw new LinkError("unreachable", error.message);
      throw error;
    });
    const second = await readAnswer(resumed, id, marked);
    if (second === null) throw new LinkError("unreachable", "the answer did not arrive");
    return second;
  }

  return {
    async request(method, params) {
      lastId += 1;
      const id = lastId;
      const response = await endpoint.post(requestOf(id, method, params), session);
      return resultOf(await answerIn(response, id, session));
    },
    async listen(onOpen, onNotification) {
      stream = new AbortController();
      const { signal } = stream;
      let silence: ReturnType<typeof setTimeout> | undefined;
      const alive = () => {
        clearTimeout(silence);
        silence = setTimeout(() => stream.abort(), SILENCE_MS);
      };
      try {
        const response = await endpoint.listen(session, heard, signal);
        onOpen();
        alive();
        await readEvents(response, {
          alive,
          mark: (event) => {
            heard = event;
          },
          message: ({ method, params, id }) => {
            if (typeof method === "string" && id === undefined) onNotification(method, params);
          },
        });
      } catch (error) {
        if (error instanceof LinkError) throw error;
      } finally {
        clearTimeout(silence);
      }
    },
    stop: () => stream.abort(),
  };
}

function requestOf(id: number, method: string, params: JsonObject) {
  return { jsonrpc: "2.0", id, method, params };
}

async function readAnswer(response: Response, id: number, mark: (event: string) => void): Promise<RpcMessage | null> {
  let answer: RpcMessage | null = null;
  const take = (message: RpcMessage | null) => {
    if (message?.id === id && message.method === undefined) answer = message;
  };
  try {
    if (response.headers.get("content-type")?.startsWith("application/json")) take(readMessage(await response.text()));
    else await readEvents(response, { mark, message: take });
  } catch {
    // Cut off: what came before still counts.
  }
  return answer;
}

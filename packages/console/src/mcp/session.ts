import type { JsonObject } from "@sallyport/contract/json";
import { type Endpoint, INITIALIZE, type SessionHeaders } from "./endpoint.ts";
import { readEvents } from "./event-stream.ts";
import { LinkError, type RpcMessage, readMessage, resultOf } from "./messages.ts";
import { SilenceGuard } from "./silence-guard.ts";

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
  let stream: SilenceGuard | undefined;

  const session = await whileHeard(async (guard) => {
    const opening = await endpoint.post(requestOf(lastId, "initialize", INITIALIZE), null, guard.signal);
    const answer = await answerIn(opening, lastId, null, guard);
    const version = resultOf(answer).protocolVersion;
    const opened = { id: opening.headers.get("mcp-session-id") ?? "", version: String(version) };
    await endpoint.post({ jsonrpc: "2.0", method: "notifications/initialized" }, opened, guard.signal);
    return opened;
  });

  /** A stream that broke before the answer is taken up again once: the call it answers may have done its work. */
  async function answerIn(
    response: Response,
    id: number,
    headers: SessionHeaders | null,
    guard: SilenceGuard,
  ): Promise<RpcMessage> {
    let mark: string | null = null;
    const marked = (event: string) => {
      mark = event;
    };
    const first = await readAnswer(response, id, marked, guard);
    if (first !== null) return first;
    if (mark === null || headers === null) throw new LinkError("unreachable", "the answer did not arrive");
    const last: string = mark;
    const second = await whileHeard(async (again) => {
      const resumed = await endpoint.listen(headers, last, again.signal).catch((error: unknown) => {
        // A session that is gone, or has nothing to go on with, is no word about the call: it must not be sent once more.
        if (error instanceof LinkError && error.kind === "gone") throw new LinkError("unreachable", error.message);
        throw error;
      });
      return readAnswer(resumed, id, marked, again);
    });
    if (second === null) throw new LinkError("unreachable", "the answer did not arrive");
    return second;
  }

  return {
    async request(method, params) {
      lastId += 1;
      const id = lastId;
      const answer = await whileHeard(async (guard) => {
        const response = await endpoint.post(requestOf(id, method, params), session, guard.signal);
        return answerIn(response, id, session, guard);
      });
      return resultOf(answer);
    },
    async listen(onOpen, onNotification) {
      const guard = new SilenceGuard();
      stream = guard;
      try {
        const response = await endpoint.listen(session, heard, guard.signal);
        onOpen();
        await readEvents(response, {
          alive: () => guard.alive(),
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
        guard.release();
      }
    },
    stop: () => stream?.giveUp(),
  };
}

function requestOf(id: number, method: string, params: JsonObject) {
  return { jsonrpc: "2.0", id, method, params };
}

/** `work` says what it heard, and is given up by the signal once it hears nothing. */
async function whileHeard<Answer>(work: (guard: SilenceGuard) => Promise<Answer>): Promise<Answer> {
  const guard = new SilenceGuard();
  try {
    return await work(guard);
  } finally {
    guard.release();
  }
}

async function readAnswer(
  response: Response,
  id: number,
  mark: (event: string) => void,
  guard: SilenceGuard,
): Promise<RpcMessage | null> {
  let answer: RpcMessage | null = null;
  const take = (message: RpcMessage | null) => {
    if (message?.id === id && message.method === undefined) answer = message;
  };
  try {
    if (response.headers.get("content-type")?.startsWith("application/json")) take(readMessage(await response.text()));
    else await readEvents(response, { mark, message: take, alive: () => guard.alive() });
  } catch {
    // Cut off: what came before still counts.
  }
  return answer;
}

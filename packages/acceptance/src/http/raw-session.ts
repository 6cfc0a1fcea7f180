import { eventually } from "../harness/eventually.ts";
import type { Message, Params } from "../harness/raw-client.ts";

const ACCEPTED = { accept: "application/json, text/event-stream", "content-type": "application/json" };

/** A stream of events as they come, and the end of it at will. */
export interface EventStream {
  messages: Message[];
  /** The last event that was heard of. */
  lastId(): string | undefined;
  cut(): void;
}

/** One session of Streamable HTTP with no SDK in it: every stream can be cut and taken up again. */
export class RawSession {
  readonly #url: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, bearer: string) {
    this.#url = url;
    this.#headers = { ...ACCEPTED, authorization: `Bearer ${bearer}` };
  }

  async initialize(): Promise<Message> {
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1.0.0" } };
    const response = await this.send({ jsonrpc: "2.0", id: 0, method: "initialize", params });
    this.#headers["mcp-session-id"] = response.headers.get("mcp-session-id") ?? "";
    this.#headers["mcp-protocol-version"] = "2025-11-25";
    const answer = await answerOf(readEvents(response), 0);
    await this.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    return answer;
  }

  /** Sends a message, or a body that may be none. */
  send(body: Message | string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}): Promise<Response> {
    const isRaw = typeof body === "string" || Buffer.isBuffer(body);
    return fetch(this.#url, {
      method: "POST",
      headers: { ...this.#headers, ...headers },
      body: isRaw ? body : JSON.stringify(body),
    });
  }

  /** Sends a request and answers the stream its answer will be on. */
  async request(id: number, method: string, params: Params): Promise<EventStream> {
    return readEvents(await this.send({ jsonrpc: "2.0", id, method, params }));
  }

  /** Takes up what was cut after that event. */
  async resume(lastId: string): Promise<EventStream> {
    const headers = { ...this.#headers, "last-event-id": lastId };
    return readEvents(await fetch(this.#url, { headers }));
  }
}

/** The answer to a request on a stream, waiting for it. */
export const answerOf = (stream: EventStream, id: number): Promise<Message> =>
  eventually(`an answer to ${id}`, () => stream.messages.find((message) => message.id === id));

function readEvents(response: Response): EventStream {
  if (!response.ok || response.body === null) throw new Error(`no stream: ${response.status}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const messages: Message[] = [];
  let lastId: string | undefined;
  const take = (event: string) => {
    const field = (name: string) => new RegExp(`^${name}: ?(\\S.*)$`, "m").exec(event)?.[1];
    lastId = field("id") ?? lastId;
    const text = field("data");
    if (text !== undefined) messages.push(JSON.parse(text));
  };
  const read = async () => {
    let rest = "";
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const events = (rest + chunk.value).split("\n\n");
      rest = events.pop() ?? "";
      events.forEach(take);
    }
  };
  // A stream that is cut ends in an error, and that is what it is for.
  read().catch(() => {});
  return { messages, lastId: () => lastId, cut: () => void reader.cancel().catch(() => {}) };
}

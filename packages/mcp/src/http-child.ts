import { StreamableHTTPClientTransport, StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { isJsonObject } from "@sallyport/contract/json";
import type { ChildSpec } from "./child.ts";
import {
  MESSAGE_LIMIT,
  type MessageReceiver,
  type MessageTransport,
  type RequestId,
  type RpcMessage,
} from "./message-transport.ts";
import type { ChildLink } from "./open-child.ts";
import { patientFetch } from "./patient-fetch.ts";
import { ConnectionError } from "./wire.ts";

/** How long a server may take to hear that its session is over, in milliseconds. */
const GOODBYE_MS = 1_000;

/** How long the SDK may take from the end of a response to handing on its last message, in milliseconds. */
const ANSWER_READ_MS = 50;

/** A link to a Streamable HTTP server. Redirects are followed within its origin only; cut streams are resumed where the server can. */
export function reachHttpChild(spec: Extract<ChildSpec, { type: "http" }>): ChildLink {
  const transport = new HttpChildTransport(spec);
  const link: ChildLink = {
    transport,
    why: (detail) => ({ reason: "transport", detail }),
    onProtocolVersion: (version) => transport.agree(version),
  };
  transport.onLost = (id, error) => link.onLost?.(id, error);
  return link;
}

class HttpChildTransport implements MessageTransport {
  readonly #sdk: StreamableHTTPClientTransport;
  #receiver: MessageReceiver | undefined;
  /** Requests without an answer, and whether the stream of each can be resumed. */
  readonly #open = new Map<RequestId, { resumable: boolean }>();
  onLost: (id: RequestId, error: Error) => void = () => undefined;

  constructor(spec: Extract<ChildSpec, { type: "http" }>) {
    this.#sdk = new StreamableHTTPClientTransport(new URL(spec.url), {
      requestInit: { headers: { ...spec.headers } },
      fetch: (url, init) => this.#fetch(url, init),
    });
  }

  start(receiver: MessageReceiver): void {
    this.#receiver = receiver;
    this.#sdk.onmessage = (message) => {
      if (!("method" in message) && message.id !== undefined) this.#open.delete(message.id);
      receiver.message({ ...message });
    };
    this.#sdk.onerror = (error) => this.#onError(error);
    void this.#sdk.start();
  }

  agree(version: string): void {
    this.#sdk.setProtocolVersion(version);
  }

  async send(message: RpcMessage): Promise<void> {
    const id = "method" in message ? requestIdOf(message) : undefined;
    const state = { resumable: false };
    if (id !== undefined) this.#open.set(id, state);
    try {
      await this.#sdk.send(asSdkMessage(message), {
        onresumptiontoken: () => {
          state.resumable = true;
        },
      });
    } catch (error) {
      if (id !== undefined) this.#open.delete(id);
      // The server has forgotten the session: nothing sent under it can be answered any more.
      if (error instanceof StreamableHTTPError && error.code === 404 && this.#sdk.sessionId !== undefined) {
        this.#receiver?.closed("the server ended the session");
      }
      throw httpError(error);
    }
  }

  async close(): Promise<void> {
    const goodbye = this.#sdk.terminateSession().catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([goodbye, new Promise((resolve) => (timer = setTimeout(resolve, GOODBYE_MS)))]);
    clearTimeout(timer);
    await this.#sdk.close();
    this.#receiver?.closed("closed by us");
  }

  async #fetch(url: string | URL, init: RequestInit | undefined): Promise<Response> {
    const response = await patientFetch(url, init);
    if (!response.ok || response.body === null) return response;
    const id = typeof init?.body === "string" ? /^\{"jsonrpc":"2\.0","id":(\d+),/.exec(init.body)?.[1] : undefined;
    const { status, statusText, headers } = response;
    const body = ReadableStream.from(this.#watch(response.body, id));
    return new Response(body, { status, statusText, headers });
  }

  /** Bounds the messages of a response. One that answers a request, ends early and cannot be resumed has lost the answer. */
  async *#watch(body: AsyncIterable<Uint8Array>, id: string | undefined): AsyncGenerator<Uint8Array> {
    let size = 0;
    try {
      for await (const chunk of body) {
        const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
        const eventEnd = Math.max(bytes.lastIndexOf("\n\n"), bytes.lastIndexOf("\r\n\r\n"));
        size = eventEnd === -1 ? size + chunk.length : chunk.length - eventEnd;
        if (size > MESSAGE_LIMIT) {
          this.#receiver?.closed(`the server sent a message over ${MESSAGE_LIMIT} bytes`);
          return;
        }
        yield chunk;
      }
    } finally {
      if (id !== undefined) setTimeout(() => this.#onAnswerEnd(Number(id)), ANSWER_READ_MS);
    }
  }

  #onAnswerEnd(id: RequestId): void {
    const state = this.#open.get(id);
    if (state === undefined || state.resumable) return;
    this.#open.delete(id);
    this.onLost(id, new ConnectionError("http", "the server's response ended without an answer"));
  }

  #onError(error: Error): void {
    if (!error.message.startsWith("Maximum reconnection attempts")) return;
    this.#receiver?.closed("the server's stream was cut and could not be resumed");
  }
}

function requestIdOf(message: RpcMessage): RequestId | undefined {
  return typeof message.id === "number" ? message.id : undefined;
}

function asSdkMessage(message: RpcMessage): JSONRPCMessage {
  // The connection makes nothing but JSON-RPC messages; the SDK only writes them out.
  return message as JSONRPCMessage;
}

function httpError(error: unknown): ConnectionError {
  const cause = error instanceof Error && isJsonObject(error.cause) ? error.cause.code : undefined;
  const words = error instanceof Error ? error.message : String(error);
  const detail = typeof cause === "string" ? `${words} (${cause})` : words;
  return new ConnectionError("http", `the server did not take the request: ${detail}`, { cause: error });
}

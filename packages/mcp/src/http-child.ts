import { StreamableHTTPClientTransport, StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { isJsonObject } from "@sallyport/contract/json";
import type { ChildSpec } from "./child.ts";
import type { MessageReceiver, MessageTransport, RequestId, RpcMessage } from "./message-transport.ts";
import type { ChildLink } from "./open-child.ts";
import { ConnectionError } from "./wire.ts";

/** How long a server may take to hear that its session is over, in milliseconds. */
const GOODBYE_MS = 1_000;

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

  /** Watches the stream that answers a request: one that ends early, and cannot be resumed, has lost its answer. */
  async #fetch(url: string | URL, init: RequestInit | undefined): Promise<Response> {
    const response = await fetch(url, init);
    const id = typeof init?.body === "string" ? /^\{"jsonrpc":"2\.0","id":(\d+),/.exec(init.body)?.[1] : undefined;
    if (id === undefined || !response.ok || response.body === null) return response;
    const [body, watched] = response.body.tee();
    const reader = watched.getReader();
    const untilEnd = async (): Promise<void> => {
      while (!(await reader.read()).done) {}
    };
    void untilEnd()
      .catch(() => undefined)
      .then(() => setTimeout(() => this.#onAnswerEnd(Number(id)), 50));
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
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

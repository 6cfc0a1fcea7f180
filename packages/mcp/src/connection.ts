import { RPC_ERRORS, WireError } from "@sallyport/contract/errors";
import { isJsonObject, type JsonObject } from "@sallyport/contract/json";
import {
  EXCERPT_LENGTH,
  type MessageReceiver,
  type MessageTransport,
  type RefusedMessage,
  type RequestId,
  type RpcMessage,
} from "./message-transport.ts";
import { PendingRequests } from "./pending-requests.ts";
import { ConnectionError, type RequestOptions } from "./wire.ts";
import { writeWireError } from "./wire-error.ts";

export interface ConnectionHandlers {
  /** A request of the peer. `signal` is aborted when the peer cancels it or is gone. */
  request(method: string, params: JsonObject, id: RequestId, signal: AbortSignal): Promise<JsonObject>;
  notification(method: string, params: JsonObject): void;
  refused(refused: RefusedMessage): void;
  /** What a request handler threw that was not meant for the peer. */
  failed?(method: string, error: unknown): void;
  /** The peer is gone; what it still waits for has been aborted. */
  closed(detail: string): void;
}

/** JSON-RPC over a transport: requests and answers matched both ways, cancellation, progress. The same at either end. */
export class Connection implements MessageReceiver {
  readonly #transport: MessageTransport;
  readonly #handlers: ConnectionHandlers;
  readonly #pending = new PendingRequests();
  readonly #incoming = new Map<RequestId, AbortController>();
  #closed: string | undefined;
  #idle: (() => void) | undefined;

  constructor(transport: MessageTransport, handlers: ConnectionHandlers) {
    this.#transport = transport;
    this.#handlers = handlers;
  }

  request(
    method: string,
    params: JsonObject | undefined,
    options: RequestOptions = {},
    relatedTo?: RequestId,
  ): Promise<JsonObject> {
    if (this.#closed !== undefined) return Promise.reject(new ConnectionError("closed", this.#closed));
    if (options.signal?.aborted) return Promise.reject(options.signal.reason);
    return new Promise((resolve, reject) => {
      const id = this.#pending.add({ method, resolve, reject }, options, (reason) => {
        const cancelled: RpcMessage = {
          jsonrpc: "2.0",
          method: "notifications/cancelled",
          params: { requestId: id, reason },
        };
        if (this.#closed === undefined) this.#send(cancelled, relatedTo, () => undefined);
      });
      const sent = options.onProgress ? withProgressToken(params, id) : params;
      const message: RpcMessage = { jsonrpc: "2.0", id, method };
      if (sent !== undefined) message.params = sent;
      this.#send(message, relatedTo, (error) => this.#pending.reject(id, unsent(error)));
    });
  }

  /** A peer that is gone is not told, and that is no error. */
  async notify(method: string, params: JsonObject | undefined, relatedTo?: RequestId): Promise<void> {
    if (this.#closed !== undefined) return;
    const message: RpcMessage = { jsonrpc: "2.0", method };
    if (params !== undefined) message.params = params;
    await this.#transport.send(message, relatedTo);
  }

  /** Fails one request of ours that its transport lost. */
  fail(id: RequestId, error: Error): void {
    if (typeof id === "number") this.#pending.reject(id, error);
  }

  /** Resolves when no request of the peer is being answered, or after `withinMs`. */
  async idle(withinMs: number): Promise<void> {
    if (this.#incoming.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, withinMs);
      this.#idle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  message(message: RpcMessage): void {
    if (message.jsonrpc !== "2.0") {
      this.#refuse(message, '`jsonrpc` must be "2.0"');
      return;
    }
    const { id, method, params } = message;
    if (method === undefined) {
      this.#onResponse(message);
      return;
    }
    if (typeof method !== "string") {
      this.#refuse(message, "`method` must be a string");
      return;
    }
    if (params !== undefined && !isJsonObject(params)) {
      this.#refuse(message, "`params` must be an object");
      return;
    }
    if (id === undefined) {
      this.#onNotification(method, params ?? {});
      return;
    }
    if (!isRequestId(id)) {
      this.#refuse(message, "`id` must be a string or an integer");
      return;
    }
    if (this.#incoming.has(id)) {
      this.#refuse(message, "`id` is that of a request still being answered");
      return;
    }
    this.#onRequest(id, method, params ?? {});
  }

  refused(refused: RefusedMessage): void {
    this.#handlers.refused(refused);
  }

  closed(detail: string): void {
    if (this.#closed !== undefined) return;
    this.#closed = detail;
    const gone = new ConnectionError("closed", detail);
    this.#pending.rejectAll(gone);
    for (const controller of this.#incoming.values()) controller.abort(gone);
    this.#handlers.closed(detail);
  }

  /** Tells the peer that its message was not taken. */
  answerRefused(refused: RefusedMessage): void {
    this.#respond({ jsonrpc: "2.0", id: refused.id, error: { code: refused.code, message: refused.message } });
  }

  #onRequest(id: RequestId, method: string, params: JsonObject): void {
    const controller = new AbortController();
    this.#incoming.set(id, controller);
    if (this.#closed !== undefined) controller.abort(new ConnectionError("closed", this.#closed));
    this.#handlers.request(method, params, id, controller.signal).then(
      (result) => this.#answer(id, controller, { jsonrpc: "2.0", id, result }),
      (error) => {
        if (!(error instanceof WireError)) this.#handlers.failed?.(method, error);
        this.#answer(id, controller, { jsonrpc: "2.0", id, error: writeWireError(error) });
      },
    );
  }

  #answer(id: RequestId, controller: AbortController, response: RpcMessage): void {
    // A cancelled request is out of the table: its answer is not sent, as the protocol says.
    if (this.#incoming.get(id) !== controller) return;
    this.#incoming.delete(id);
    this.#respond(response);
    if (this.#incoming.size === 0) this.#idle?.();
  }

  #respond(response: RpcMessage): void {
    const id = isRequestId(response.id) ? response.id : undefined;
    this.#send(response, id, () => {
      const error = {
        code: RPC_ERRORS.internalError,
        message: "the answer cannot be sent: it is not JSON, or too deep",
      };
      this.#send({ jsonrpc: "2.0", id: response.id, error }, id, () => undefined);
    });
  }

  #onResponse(message: RpcMessage): void {
    const { id } = message;
    if (typeof id === "number" && this.#pending.settle(id, message)) return;
    // The answer to a request we gave up on is late, not wrong.
    if (typeof id === "number" && this.#pending.wasAsked(id)) return;
    this.#refuse(message, "the answer to nothing that was asked", null);
  }

  #onNotification(method: string, params: JsonObject): void {
    if (method === "notifications/progress") {
      this.#pending.progress(params);
      return;
    }
    if (method !== "notifications/cancelled") {
      try {
        this.#handlers.notification(method, params);
      } catch (error) {
        // Nobody waits for an answer; what one peer sends must not end the process that serves the others.
        this.#handlers.failed?.(method, error);
      }
      return;
    }
    const { requestId, reason } = params;
    if (!isRequestId(requestId)) return;
    const controller = this.#incoming.get(requestId);
    this.#incoming.delete(requestId);
    controller?.abort(new DOMException(typeof reason === "string" ? reason : "cancelled by the caller", "AbortError"));
  }

  #refuse(message: RpcMessage, why: string, id = isRequestId(message.id) ? message.id : null): void {
    this.#handlers.refused({ id, code: RPC_ERRORS.invalidRequest, message: why, excerpt: excerptOf(message) });
  }

  #send(message: RpcMessage, relatedTo: RequestId | undefined, onUnsent: (error: unknown) => void): void {
    try {
      this.#transport.send(message, relatedTo)?.catch(onUnsent);
    } catch (error) {
      onUnsent(error);
    }
  }
}

function isRequestId(id: unknown): id is RequestId {
  return typeof id === "string" || Number.isSafeInteger(id);
}

function excerptOf(message: RpcMessage): string {
  try {
    return JSON.stringify(message).slice(0, EXCERPT_LENGTH);
  } catch {
    return "a message nested too deep to show";
  }
}

function withProgressToken(params: JsonObject | undefined, id: number): JsonObject {
  return { ...params, _meta: { ...(isJsonObject(params?._meta) ? params._meta : {}), progressToken: id } };
}

function unsent(error: unknown): Error {
  if (error instanceof ConnectionError) return error;
  return new ConnectionError("protocol", "the request cannot be sent: it is not JSON, or too deep", { cause: error });
}

import type { JsonObject } from "@sallyport/contract/json";

/** A JSON-RPC request or notification, with whatever fields its sender put there. */
export interface Message {
  method: string;
  params?: JsonObject;
}

/** Who a peer says it is, as in `initialize`. Untrusted. */
export interface Implementation {
  name: string;
  version: string;
  title?: string;
  [key: string]: unknown;
}

export interface Progress {
  progress: number;
  total?: number;
  message?: string;
  [key: string]: unknown;
}

export interface RequestOptions {
  /** Aborting sends `notifications/cancelled` and rejects with the signal's reason. */
  signal?: AbortSignal;
  /** A deadline of our own, in milliseconds; none if left out, for the SDK's 60 s default never applies. */
  timeoutMs?: number;
  /** Puts a progress token of our own on the request and hears what comes back under it, even beside the response. */
  onProgress?: (progress: Progress) => void;
}

/** The far side of a connection: somebody to ask and to tell. */
export interface Peer {
  /** Sends a request and answers with the result object exactly as it came. Rejects with `WireError` or `ConnectionError`. */
  request(method: string, params?: JsonObject, options?: RequestOptions): Promise<JsonObject>;
  notify(method: string, params?: JsonObject): Promise<void>;
}

/** What happened between us and a peer, as opposed to what the peer answered. Never relayed as the peer's own words. */
export type ConnectionFault = "closed" | "timed_out" | "spawn_failed" | "protocol" | "http";

export class ConnectionError extends Error {
  readonly fault: ConnectionFault;

  constructor(fault: ConnectionFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ConnectionError";
    this.fault = fault;
  }
}

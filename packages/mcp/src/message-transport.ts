import type { JsonObject } from "@sallyport/contract/json";

export type RequestId = string | number;

/** A whole JSON-RPC message. Its sender is not trusted: nothing but being an object is known of it. */
export type RpcMessage = JsonObject;

/** Largest message taken from a peer, in bytes of UTF-8. */
export const MESSAGE_LIMIT = 32 * 1024 * 1024;

/** How much of a refused message is shown, in UTF-16 code units. */
export const EXCERPT_LENGTH = 200;

/** A message that could not be taken: answered with this error under `id`, or counted as garbage. */
export interface RefusedMessage {
  id: RequestId | null;
  code: number;
  message: string;
  /** The beginning of what came, for a log. */
  excerpt: string;
}

/** What a transport tells whoever started it. `closed` comes once, and last. */
export interface MessageReceiver {
  message(message: RpcMessage): void;
  refused(refused: RefusedMessage): void;
  closed(detail: string): void;
}

/** Moves whole messages to and from one peer, in order, and knows nothing of what they mean. */
export interface MessageTransport {
  start(receiver: MessageReceiver): void;
  /** Throws, or rejects, when the message cannot be sent. `relatedTo` is the peer's request this belongs to. */
  send(message: RpcMessage, relatedTo?: RequestId): void | Promise<void>;
  /** Flushes what was sent, then lets go of the peer. */
  close(): Promise<void>;
}

import type { JsonObject } from "@sallyport/contract/json";
import type { MessageTransport } from "./message-transport.ts";
import type { Implementation, Peer } from "./wire.ts";

/** A door that one client comes in by: `stdioFront()`, or one end of `memoryFront()`. */
export type FrontTransport = MessageTransport;

/** What `initialize` told us about the client at a front. */
export interface ClientFacts {
  info: Implementation;
  capabilities: JsonObject;
  protocolVersion: string;
}

/** What a handler knows of the request it answers. */
export interface RequestContext {
  /** Aborted when the client cancels, disconnects, or closes. */
  signal: AbortSignal;
  /** The client's own progress token, if it gave one. */
  progressToken?: string | number;
  /** The client this request came from. Requests and notifications made here are tied to this request where the transport can. */
  client: Peer;
}

/** Answers one request. Throw `WireError` for an answer with a code; anything else thrown is -32603. */
export type RequestHandler = (params: JsonObject, context: RequestContext) => Promise<JsonObject>;

/** One session of a served MCP server: everything is a method name and a plain object. */
export interface FrontSpec {
  info: Implementation;
  capabilities: JsonObject;
  /** Text for `initialize`; may wait for what is behind the front. */
  instructions?: () => Promise<string | undefined>;
  handlers: Readonly<Record<string, RequestHandler>>;
  /** Every notification but cancelled and progress, which this seam answers itself. */
  onNotification?: (method: string, params: JsonObject) => void;
  /** Called once, before anything is read: the session to tell things by itself. */
  onOpen?: (front: Front) => void;
  /** Called before `initialize` is answered, with what the client declared. */
  onInitialize?: (client: ClientFacts) => void | Promise<void>;
  /** What a handler threw that was no `WireError`; the client only hears "internal error". */
  onError?: (method: string, error: unknown) => void;
  onClose?: () => void;
}

/** A live session with one client. */
export interface Front extends Peer {
  readonly client: () => ClientFacts | undefined;
  /** Settles when the client is gone or `close` was called. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

import type { JsonObject } from "@sallyport/contract/json";
import type { Implementation, Peer } from "./wire.ts";

/** How to reach a child server. Nothing is inherited: `env` is the child's whole environment. */
export type ChildSpec =
  | { type: "stdio"; command: string; args: readonly string[]; env: Readonly<Record<string, string>>; cwd?: string }
  | { type: "http"; url: string; headers: Readonly<Record<string, string>> };

/** A child's question to its client. Throw `WireError` to refuse. */
export type ChildRequestHandler = (
  method: string,
  params: JsonObject,
  context: { signal: AbortSignal },
) => Promise<JsonObject>;

export interface ConnectOptions {
  info: Implementation;
  /** Exactly what the child is told its client can do. */
  capabilities: JsonObject;
  onRequest?: ChildRequestHandler;
  /** Every notification but progress and cancelled, in order. */
  onNotification?: (method: string, params: JsonObject) => void;
  /** Each line of the child's stderr; it is drained whether or not anyone listens. */
  onStderr?: (line: string) => void;
  /** A line on stdout that was no JSON-RPC message. Counted, never fatal. */
  onGarbage?: (line: string) => void;
  /** How long `initialize` may take, in milliseconds. */
  initializeTimeoutMs?: number;
  signal?: AbortSignal;
}

/** Why a child is gone. */
export interface ChildClosed {
  reason: "closed_by_us" | "exited" | "killed" | "transport";
  exitCode?: number | null;
  signal?: string | null;
  /** One line for a person. */
  detail: string;
}

/** A live connection to a child server. */
export interface Child extends Peer {
  /** The whole `initialize` result as the child gave it. */
  readonly initialize: JsonObject;
  readonly pid?: number;
  /** Garbage lines so far. */
  readonly garbage: () => number;
  /** Settles once, when the child is gone for whatever reason. */
  readonly closed: Promise<ChildClosed>;
  /** stdin EOF, TERM after 1 s, KILL after 2 s more, to the whole process group. */
  close(): Promise<void>;
}

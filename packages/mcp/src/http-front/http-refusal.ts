import type { ServerResponse } from "node:http";
import type { RequestId } from "../message-transport.ts";

/** A request that is not taken: an HTTP status, and a JSON-RPC error for the body. */
export class HttpRefusal extends Error {
  readonly status: number;
  readonly code: number;
  readonly id: RequestId | null;

  constructor(status: number, code: number, message: string, id: RequestId | null = null) {
    super(message);
    this.name = "HttpRefusal";
    this.status = status;
    this.code = code;
    this.id = id;
  }
}

/** What other servers answer too. */
const SESSION_NOT_FOUND = -32001;

export function sessionNotFound(): HttpRefusal {
  return new HttpRefusal(404, SESSION_NOT_FOUND, "Session not found");
}

const ALLOWED_METHODS = "GET, POST, DELETE";
const RETRY_SECONDS = "5";

export function writeRefusal(response: ServerResponse, { status, code, message, id }: HttpRefusal): void {
  const body = JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    ...(status === 405 ? { allow: ALLOWED_METHODS } : {}),
    ...(status === 503 ? { "retry-after": RETRY_SECONDS } : {}),
  });
  response.end(body);
}

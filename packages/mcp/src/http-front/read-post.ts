import type { IncomingMessage } from "node:http";
import { RPC_ERRORS, WireError } from "@sallyport/contract/errors";
import { AmbiguousMessage, readClientMessage } from "../client-message.ts";
import type { RequestId, RpcMessage } from "../message-transport.ts";
import { HEADER_MISMATCH, headerMismatch } from "./header-mismatch.ts";
import { HttpRefusal } from "./http-refusal.ts";
import { readBody } from "./read-body.ts";

/** A message that was posted: a request has an id, notifications and answers go without. */
export interface PostedMessage {
  message: RpcMessage;
  requestId: RequestId | null;
  /** As it came. */
  bytes: number;
}

/** Reads the one message of a body of at most `limit` bytes. Throws `HttpRefusal`. */
export async function readPost(request: IncomingMessage, limit: number): Promise<PostedMessage> {
  const { text, bytes } = await readBody(request, limit);
  const message = parsed(text);
  const { id, method } = message;
  const known = typeof id === "string" || (typeof id === "number" && Number.isSafeInteger(id)) ? id : null;
  const mismatch = headerMismatch(request.headers, message);
  if (mismatch !== null) throw new HttpRefusal(400, HEADER_MISMATCH, mismatch, known);
  if (method === undefined || id === undefined) return { message, requestId: null, bytes };
  if (known === null) throw new HttpRefusal(400, RPC_ERRORS.invalidRequest, "`id` must be a string or an integer");
  return { message, requestId: known, bytes };
}

function parsed(text: string): RpcMessage {
  try {
    return readClientMessage(text);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    throw new HttpRefusal(400, error.code, error.message, error instanceof AmbiguousMessage ? error.id : null);
  }
}

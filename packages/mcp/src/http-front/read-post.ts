import type { IncomingHttpHeaders } from "node:http";
import { RPC_ERRORS, WireError } from "@sallyport/contract/errors";
import { AmbiguousMessage, readClientMessage } from "../client-message.ts";
import type { RequestId, RpcMessage } from "../message-transport.ts";
import { HEADER_MISMATCH, headerMismatch } from "./header-mismatch.ts";
import { HttpRefusal } from "./http-refusal.ts";

/** A message that was posted: a request has an id, notifications and answers go without. */
export interface PostedMessage {
  message: RpcMessage;
  requestId: RequestId | null;
}

/** Reads the one message of a body. Throws `HttpRefusal`. */
export function readPost(headers: IncomingHttpHeaders, text: string): PostedMessage {
  const message = parsed(text);
  const { id, method } = message;
  const known = typeof id === "string" || (typeof id === "number" && Number.isSafeInteger(id)) ? id : null;
  const mismatch = headerMismatch(headers, message);
  if (mismatch !== null) throw new HttpRefusal(400, HEADER_MISMATCH, mismatch, known);
  if (method === undefined || id === undefined) return { message, requestId: null };
  if (known === null) throw new HttpRefusal(400, RPC_ERRORS.invalidRequest, "`id` must be a string or an integer");
  return { message, requestId: known };
}

function parsed(text: string): RpcMessage {
  try {
    return readClientMessage(text);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    throw new HttpRefusal(400, error.code, error.message, error instanceof AmbiguousMessage ? error.id : null);
  }
}

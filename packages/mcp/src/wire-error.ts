import { RPC_ERRORS, WireError } from "@sallyport/contract/errors";
import { isJsonObject, type JsonObject } from "@sallyport/contract/json";

/** Reads the `error` of a response, word for word; null when it is no error object. */
export function readWireError(error: unknown): WireError | null {
  if (!isJsonObject(error)) return null;
  const { code, message, data } = error;
  if (typeof code !== "number" || typeof message !== "string") return null;
  return new WireError(code, message, data);
}

/** The `error` of the response to a request whose handler threw. Only a `WireError` speaks to the peer. */
export function writeWireError(thrown: unknown): JsonObject {
  if (!(thrown instanceof WireError)) return { code: RPC_ERRORS.internalError, message: "internal error" };
  const error: JsonObject = { code: thrown.code, message: thrown.message };
  if (thrown.data !== undefined) error.data = thrown.data;
  return error;
}

import { isJsonObject, type JsonObject } from "@sallyport/contract/json";

/** One JSON-RPC message of either direction. */
export type RpcMessage = JsonObject & { jsonrpc: "2.0" };

/** An error the server answered a request with. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = "RpcError";
    this.code = code;
    this.data = data;
  }
}

/** Why no answer came. `gone`: the session is no more; `signed_out`: the door does not know who this is; `unreachable`: nobody is there. */
export class LinkError extends Error {
  readonly kind: "gone" | "signed_out" | "unreachable";

  constructor(kind: LinkError["kind"], message: string) {
    super(message);
    this.name = "LinkError";
    this.kind = kind;
  }
}

/** Reads a message; text that is none answers null. */
export function readMessage(text: string): RpcMessage | null {
  const message: unknown = parsed(text);
  // The one place that says what a message is: every reader goes on from the two facts checked here.
  return isJsonObject(message) && message.jsonrpc === "2.0" ? (message as RpcMessage) : null;
}

/** The result of an answer. Throws `RpcError` where it is an error. */
export function resultOf(answer: RpcMessage): JsonObject {
  const { result, error } = answer;
  if (isJsonObject(error)) throw new RpcError(Number(error.code), String(error.message), error.data);
  return isJsonObject(result) ? result : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

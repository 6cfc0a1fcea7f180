import { RPC_ERRORS, WireError } from "@sallyport/contract/errors";
import { isJsonObject } from "@sallyport/contract/json";
import type { RequestId, RpcMessage } from "./message-transport.ts";
import { findAmbiguity } from "./strict-json.ts";

const ENVELOPE_KEYS: ReadonlySet<string> = new Set(["jsonrpc", "id", "method", "params", "result", "error"]);
const PARAMS_KEYS: ReadonlySet<string> = new Set(["name", "arguments", "uri", "_meta"]);

/**
 * Parses a client's message so that no other parser can read another one from it (N06). Throws `WireError`: -32700 for what
 * is no JSON, -32600 or -32602 for repeated keys, keys that differ from the protocol's only by case, and nesting too deep.
 */
export function readClientMessage(text: string): RpcMessage {
  const message = parse(text);
  if (Array.isArray(message))
    throw new WireError(RPC_ERRORS.invalidRequest, "batches are not taken: send one message a line");
  if (!isJsonObject(message)) throw new WireError(RPC_ERRORS.invalidRequest, "not a JSON-RPC message");
  const variant = caseVariant(message, ENVELOPE_KEYS);
  if (variant !== undefined) throw new AmbiguousMessage(message, RPC_ERRORS.invalidRequest, unknownKey(variant));
  if (message.method === undefined) return message;
  const ambiguity = findAmbiguity(text);
  if (ambiguity !== null) throw new AmbiguousMessage(message, RPC_ERRORS.invalidRequest, ambiguity);
  const params = isJsonObject(message.params) ? caseVariant(message.params, PARAMS_KEYS) : undefined;
  if (params !== undefined) throw new AmbiguousMessage(message, RPC_ERRORS.invalidParams, unknownKey(params));
  return message;
}

/** Refused although it parsed, so its id is known. */
export class AmbiguousMessage extends WireError {
  readonly id: RequestId | null;

  constructor(parsed: RpcMessage, code: number, message: string) {
    super(code, message);
    const { id } = parsed;
    this.id = typeof id === "string" || typeof id === "number" ? id : null;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WireError(RPC_ERRORS.parseError, "not JSON: send one JSON-RPC message a line");
  }
}

/** The first key that is one of `known` but for case, by Unicode folding: some parsers match keys so. */
function caseVariant(object: object, known: ReadonlySet<string>): string | undefined {
  for (const key of Object.keys(object)) {
    if (!known.has(key) && known.has(key.toUpperCase().toLowerCase())) return key;
  }
  return undefined;
}

function unknownKey(key: string): string {
  return `unknown key \`${key}\`: keys are matched by case`;
}
